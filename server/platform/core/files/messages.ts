import { formatNumber } from '#shared/format/numbers.ts'

export const captionMessages = {
  tooLarge: (bytes: number) => `Captions can be at most ${bytes / 1000} kB`,
  signature: () =>
    'WebVTT captions must start with the line WEBVTT. Add this line at the beginning',
  noTimes: (line: number) =>
    `The caption text on line ${line} has no start and end time, so players won't show it. Add the times, or remove the empty lines above it`,
  times: (line: number) =>
    `Line ${line} of the captions must contain a start and end time, like 00:00:01.000 --> 00:00:02.500`,
  order: (line: number) => `The caption on line ${line} ends before it starts. Correct its times`,
} as const

/** Why an archive isn't accepted. `name` is a file in it. Sentences without the period. */
export const archiveMessages = {
  damaged: 'The archive is damaged. Create it again',
  wrongSize:
    "The archive is damaged: the actual size of one of its files doesn't match the listed size",
  tooManyFiles: (max: number) => `The archive contains more than ${formatNumber(max)} files`,
  tooLarge: (megabytes: number) => `The archive is larger than ${megabytes} MB when unpacked`,
  dataBeforeStart: 'The archive is damaged: it has extra data at the beginning',
  overlapping: 'The archive is damaged: it contains files that overlap',
  checksum: (name: string) => `The archive is damaged: the checksum of "${name}" doesn't match`,
  hiddenCharacters: (name: string) =>
    `The name of "${name}" in the archive contains invisible characters. Rename the file`,
  notRegular: (name: string) => `"${name}" in the archive isn't a regular file. Remove it`,
  encrypted: (name: string) =>
    `"${name}" in the archive is encrypted. Create the archive without a password`,
  compression: (name: string) =>
    `"${name}" in the archive uses a compression method that isn't supported. Create the archive with a different method`,
  twice: (name: string) => `The archive contains "${name}" twice. Remove one copy`,
  fileTooLarge: (name: string, megabytes: number) =>
    `"${name}" in the archive is larger than ${megabytes} MB`,
  growsTooMuch: (name: string, ratio: number) =>
    `"${name}" in the archive unpacks to more than ${ratio} times its size`,
  folderContent: (name: string) =>
    `The archive is damaged: the entry for the folder "${name}" contains data`,
  typeNotAllowed: (name: string) =>
    `"${name}" in the archive has a file type that isn't allowed. Remove it`,
  leadsOut:
    'The archive contains a path that points outside it, like ../a.txt or /a.txt. Create the archive again',
  backslash:
    'The archive contains a path with backslashes. Create the archive again with a program that uses forward slashes',
} as const

/** Why an image isn't accepted. Sentences without the period. */
export const imageMessages = {
  damaged: 'The image is damaged. Select another one',
  tooManyFrames: (max: number) =>
    `The image has more than ${max} frames. Select one with fewer frames`,
  tooManyPixels: (millions: number) =>
    `The image has more than ${millions} million pixels. Select a smaller one`,
} as const

export const fileMessages = {
  empty: 'The file is empty. Select another one',
  wrongType: (type: string, accepted: string) =>
    `This is a ${type} file. Upload a ${accepted} file instead`,
  unknownType: (accepted: string) =>
    `The file is damaged or isn't a supported type. Upload a ${accepted} file instead`,
  typeNotAllowed: "The file is damaged or has a type that isn't allowed",
  fieldMissing: 'Set "for" to a file field, in the form RESOURCE.FIELD.',
  justDeletedDetail: 'The same file was just deleted. Try again.',
  storageUnavailableDetail: "The file storage didn't respond. Try again in a few seconds.",
  quotaReached: ({ files, bytes }: { files: number; bytes: number }) => {
    const count = files === 1 ? '1 file' : `${formatNumber(files)} files`
    const size = formatNumber(Math.floor(bytes / 1_000_000))
    return `Your account has reached its upload limit of ${count} or ${size} MB in 24 hours. Wait until earlier uploads are more than 24 hours old, then try again.`
  },
} as const
