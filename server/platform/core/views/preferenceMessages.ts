export const preferenceMessages = {
  valueBody: '"value" must be a list of unique names, or null.',
  zoneBody: '"value" must be a list with one time zone, or null.',
  limit: (most: number) => `Your account already has the maximum of ${most} preferences.`,
} as const
