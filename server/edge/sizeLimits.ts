/** The most a message may hold, in bytes (http.md "Proxy", Limits). */
export const sizeLimits = {
  requestHeaders: 16 * 1024,
  jsonBody: 1_000_000,
  upload: 50_000_000,
  /** An answer that is read whole, after decompression. */
  bufferedAnswer: 10_000_000,
} as const
