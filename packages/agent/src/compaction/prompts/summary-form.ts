export const SUMMARY_FORM = `## Goal
[What the user wants; several points if there are several]

## Constraints & Preferences
- [What the user asked for or ruled out; "(none)" if nothing]

## Progress
### Done
- [x] [What is finished]

### In Progress
- [ ] [What was being worked on]

### Blocked
- [What stands in the way, if anything]

## Key Decisions
- **[Decision]**: [Why]

## Next Steps
1. [What to do next, in order]`;
