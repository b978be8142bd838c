import { limits } from '#shared/limits.ts'

/** Formats the error for a file that is too large, shown before and after it's sent. */
export const formatFileTooLarge = (label: string, max: number = limits.fileBytes): string =>
  `${label}: the file is larger than ${max < 1_000_000 ? `${max / 1000} kB` : `${max / 1_000_000} MB`}. Select a smaller one.`
