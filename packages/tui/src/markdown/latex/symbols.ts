/**
 * Commands and their symbols, alternating. The tables are strings that are parsed when the first formula is drawn: as objects
 * they would slow down every program that imports this package.
 */
const SYMBOLS =
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ " +
  "lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ " +
  "Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω sum ∑ prod ∏ int ∫ oint ∮ partial ∂ " +
  "nabla ∇ infty ∞ forall ∀ exists ∃ emptyset ∅ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ " +
  "cap ∩ setminus ∖ land ∧ wedge ∧ lor ∨ vee ∨ neg ¬ lnot ¬ oplus ⊕ otimes ⊗ times × cdot · div ÷ pm ± mp ∓ " +
  "ast ∗ circ ∘ bullet • star ⋆ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ " +
  "ll ≪ gg ≫ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ implies ⇒ Leftarrow ⇐ Leftrightarrow ⇔ " +
  "iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓ ldots … cdots ⋯ dots … vdots ⋮ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ " +
  "lceil ⌈ rceil ⌉ mid | vert | Vert ‖ prime ′ angle ∠ perp ⊥ parallel ∥ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ " +
  "degree ° sin sin cos cos tan tan log log ln ln exp exp lim lim max max min min sup sup inf inf det det " +
  "gcd gcd arg arg dim dim ker ker Pr Pr mod mod bmod mod";

/** Combining accents, written after their letter. */
const ACCENTS = "hat \u0302 bar \u0304 overline \u0305 tilde \u0303 vec \u20d7 dot \u0307 ddot \u0308";

const BLACKBOARD = "N ℕ Z ℤ Q ℚ R ℝ C ℂ P ℙ H ℍ E 𝔼";

/** Commands whose argument is shown unchanged. */
const TRANSPARENT = /^(?:text(?:bf|it)?|math(?:rm|bf|it|sf)|operatorname|boldsymbol|displaystyle)$/;

const SUPERSCRIPTS = [
  "0123456789+-=()abcdefghijklmnoprstuvwxyzT",
  "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ",
] as const;
const SUBSCRIPTS = ["0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"] as const;

export interface Symbols {
  readonly symbols: ReadonlyMap<string, string>;
  readonly accents: ReadonlyMap<string, string>;
  readonly blackboard: ReadonlyMap<string, string>;
  readonly superscripts: ReadonlyMap<string, string>;
  readonly subscripts: ReadonlyMap<string, string>;
}

let tables: Symbols | undefined;

export function latexSymbols(): Symbols {
  tables ??= {
    symbols: alternating(SYMBOLS),
    accents: alternating(ACCENTS),
    blackboard: alternating(BLACKBOARD),
    superscripts: paired(SUPERSCRIPTS),
    subscripts: paired(SUBSCRIPTS),
  };
  return tables;
}

export function isTransparent(command: string): boolean {
  return TRANSPARENT.test(command);
}

function alternating(text: string): ReadonlyMap<string, string> {
  const words = text.split(" ");
  const table = new Map<string, string>();
  for (let index = 0; index < words.length; index += 2) table.set(words[index] ?? "", words[index + 1] ?? "");
  return table;
}

function paired([from, to]: readonly [string, string]): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((character, index) => [character, targets[index] ?? character]));
}
