import { limits } from '#shared/limits.ts'

/** What a file that is too large is told, before it is sent and after. */
export const formatFileTooLarge = (label: string, most: number = limits.fileBytes): string =>
  `${label}: the file is larger than ${most < 1_000_000 ? `${most / 1000} kB` : `${most / 1_000_000} MB`}. Select a smaller one.`
