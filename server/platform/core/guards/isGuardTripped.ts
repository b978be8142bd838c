/** Fewer events than this are no rise, however few there usually are. */
const minEvents = 5

type Measurement = {
  /** How often it happened since the start. */
  actual: number
  /** How often it usually happens in the same time. */
  normal: number
  /** The rise that is allowed. */
  percent: number
}

/** Whether something happens so much more often than usual that a change must be stopped. */
export const isGuardTripped = ({ actual, normal, percent }: Measurement): boolean =>
  actual >= minEvents && actual > normal * (1 + percent / 100)
