export const preferenceMessages = {
  valueBody: '"value" must be a list of unique names, or null.',
  zoneBody: '"value" must be a list with one time zone, or null.',
  limit: (max: number) =>
    `Your account already has the maximum of ${max} preferences. Delete one first.`,
} as const
