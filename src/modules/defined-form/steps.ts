/** @returns the step before or after another one; at the ends that one itself */
export function neighbour<Step>(steps: readonly Step[], step: Step, by: 1 | -1): Step {
  return steps[steps.indexOf(step) + by] ?? step;
}
