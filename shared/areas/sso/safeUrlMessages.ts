/** The rule of a provider's URL. */
export const safeUrlMessages = {
  startsWithHttps: (label: string) => `${label} must start with https://.`,
} as const
