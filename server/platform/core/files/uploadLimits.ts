/** What one account may upload within 24 hours, over all processes. */
export type UploadQuota = { files: number; bytes: number }

export const defaultUploadQuota: UploadQuota = { files: 1000, bytes: 5_000_000_000 }
