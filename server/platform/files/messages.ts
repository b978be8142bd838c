export const captionMessages = {
  tooLarge: (bytes: number) => `Captions can be at most ${bytes / 1000} kB`,
  signature: () => 'Captions in WebVTT start with a line that says WEBVTT. Add it',
  noTimes: (line: number) =>
    `The text in line ${line} of the captions belongs to no times, so no player shows it. Add times, or remove empty lines above it`,
  times: (line: number) =>
    `Line ${line} of the captions isn't a pair of times such as 00:00:01.000 --> 00:00:02.500`,
  order: (line: number) => `Line ${line} of the captions ends before it starts. Correct its times`,
} as const

export const archiveMessages = {
  leadsOut: 'The archive holds a path that leads out of it, such as ../a.txt or /a.txt',
  backslash:
    'The archive holds a path with backslashes. Pack it again with a program that writes forward slashes',
} as const

export const fileMessages = {
  quotaReached: ({ files, bytes }: { files: number; bytes: number }) => {
    const count = files === 1 ? '1 file' : `${files.toLocaleString('en-US')} files`
    const size = Math.floor(bytes / 1_000_000).toLocaleString('en-US')
    return `Your account has reached its upload limit of ${count} or ${size} MB in 24 hours. Wait until earlier uploads are a day old, then try again.`
  },
} as const
