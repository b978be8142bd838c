import { limits } from '#shared/limits.ts'

/** Formats the error for a file that is too large, shown before and after it's sent. */
export const formatFileTooLarge = (label: string, most: number = limits.fileBytes): string =>
  `${label}: the file is larger than ${most < 1_000_000 ? `${most / 1000} kB` : `${most / 1_000_000} MB`}. Select a smaller one.`
