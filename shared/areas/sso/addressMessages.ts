/** The rule of a provider's URL. */
export const addressMessages = {
  startsWithHttps: (label: string) => `${label} must start with https://.`,
} as const
