/** The line with the bug: without a comparator, numbers are sorted as text, and 10 comes before 9. */
export const BUGGY_LINE = "const sorted = [...numbers].sort();";
export const FIXED_LINE = "const sorted = [...numbers].sort((a, b) => a - b);";

export const FAILURE_MARK = "FAIL";
export const SUCCESS_MARK = "all good";

/** The small program of the tour. It checks itself and reports the result in its exit status. */
export const PROGRAM = `// The median of a list of numbers, with a check of itself.
function median(numbers) {
  ${BUGGY_LINE}
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const cases = [
  { numbers: [3, 1, 2], expected: 2 },
  { numbers: [10, 9, 2, 33], expected: 9.5 },
];

let failures = 0;
for (const { numbers, expected } of cases) {
  const actual = median(numbers);
  const passed = actual === expected;
  if (!passed) failures++;
  console.log(\`\${passed ? "ok  " : "${FAILURE_MARK}"} median(\${numbers}) = \${actual}\${passed ? "" : \`, expected \${expected}\`}\`);
}
console.log(failures === 0 ? "${SUCCESS_MARK}" : \`\${failures} of \${cases.length} failed\`);
process.exitCode = failures === 0 ? 0 : 1;
`;
