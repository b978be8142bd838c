/** The maximum that one account can upload within 24 hours, in all processes together. */
export type UploadQuota = { files: number; bytes: number }

export const defaultUploadQuota: UploadQuota = { files: 1000, bytes: 5_000_000_000 }
