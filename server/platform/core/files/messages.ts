import { formatNumber } from '#shared/format/numbers.ts'

export const captionMessages = {
  tooLarge: (bytes: number) => `Captions can be at most ${bytes / 1000} kB`,
  signature: () => 'WebVTT captions must start with a line that says WEBVTT. Add it',
  noTimes: (line: number) =>
    `The text in line ${line} of the captions has no times, so players won't show it. Add times, or remove the empty lines above it`,
  times: (line: number) =>
    `Line ${line} of the captions must be a start and end time, like 00:00:01.000 --> 00:00:02.500`,
  order: (line: number) => `Line ${line} of the captions ends before it starts. Correct its times`,
} as const

/** Why an archive isn't accepted; `name` is a file in it. A sentence without its end. */
export const archiveMessages = {
  damaged: 'The archive is damaged. Pack it again',
  wrongSize: "The archive is damaged: a file in it doesn't have its stated size",
  tooManyFiles: (max: number) => `The archive contains more than ${formatNumber(max)} files`,
  tooLarge: (megabytes: number) => `The archive is larger than ${megabytes} MB when unpacked`,
  dataBeforeStart: 'The archive is damaged: it has data before its start',
  overlapping: 'The archive is damaged: it contains files that overlap',
  checksum: (name: string) => `The archive is damaged: the checksum of "${name}" isn't valid`,
  hiddenCharacters: (name: string) =>
    `The name of "${name}" in the archive has invisible characters. Rename it`,
  notRegular: (name: string) => `"${name}" in the archive isn't a regular file. Remove it`,
  encrypted: (name: string) => `"${name}" in the archive is encrypted. Pack it without a password`,
  compression: (name: string) =>
    `"${name}" in the archive has a compression that isn't supported. Pack it again`,
  twice: (name: string) => `The archive contains "${name}" twice. Remove one`,
  fileTooLarge: (name: string, megabytes: number) =>
    `"${name}" in the archive is larger than ${megabytes} MB`,
  growsTooMuch: (name: string, ratio: number) =>
    `"${name}" in the archive unpacks to more than ${ratio} times its size`,
  folderContent: (name: string) =>
    `"${name}" in the archive is a folder with content of its own. Pack it again`,
  typeNotAllowed: (name: string) =>
    `"${name}" in the archive has a file type that isn't allowed. Remove it`,
  leadsOut:
    'The archive contains a path that leads outside it, like ../a.txt or /a.txt. Pack it again',
  backslash:
    'The archive contains a path with backslashes. Pack it again with a program that writes forward slashes',
} as const

/** Why an image isn't accepted; a sentence without its end. */
export const imageMessages = {
  damaged: 'The image is damaged. Select another one',
  tooManyFrames: (max: number) => `The image has more than ${max} frames. Select a smaller one`,
  tooManyPixels: (millions: number) =>
    `The image has more than ${millions} million pixels. Select a smaller one`,
} as const

export const fileMessages = {
  empty: 'The file is empty. Select another one',
  wrongType: (type: string, accepted: string) => `The file is ${type}. Upload ${accepted} instead`,
  unknownType: (accepted: string) =>
    `The file is damaged or has another type. Upload ${accepted} instead`,
  typeNotAllowed: "The file is damaged or has a type that isn't allowed",
  fieldMissing: 'Set "for" to a field that holds a file, as RESOURCE.FIELD.',
  justDeletedDetail: 'The same file was deleted just now. Try again.',
  storageUnavailableDetail: "The file storage didn't respond. Try again in a few seconds.",
  quotaReached: ({ files, bytes }: { files: number; bytes: number }) => {
    const count = files === 1 ? '1 file' : `${formatNumber(files)} files`
    const size = formatNumber(Math.floor(bytes / 1_000_000))
    return `Your account has reached its upload limit of ${count} or ${size} MB in 24 hours. Wait until earlier uploads are a day old, then try again.`
  },
} as const
