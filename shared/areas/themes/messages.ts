/** The steps of a version's rollout. */
export const rolloutEvents = {
  pilot: 'Start with pilot stores',
  start: 'Start with 5%',
  widen: 'Go to next stage',
  pause: 'Pause',
  goOn: 'Resume',
  rollBack: 'Roll back',
} as const

export const rolloutStateLabels = {
  new: 'Not rolled out',
  pilot: 'Pilot stores',
  pilotPaused: 'Pilot stores, paused',
  few: '5%',
  fewPaused: '5%, paused',
  some: '25%',
  somePaused: '25%, paused',
  all: '100%',
  allPaused: '100%, paused',
  rolledBack: 'Rolled back',
} as const

export const themeMessages = {
  stores: 'Stores',
  versionFormat: 'Enter the version as three numbers, like 1.4.0.',
} as const

/** Why a `theme.json` isn't accepted; `path` is the position in it. Without a final period. */
export const manifestMessages = {
  fault: (why: string) => `theme.json: ${why}`,
  whole: 'the top level',
  versionFormat: 'version must be three numbers, like "1.4.0"',
  previewFormat: 'preview must name a PNG, JPEG, WebP, or GIF file in the package',
  notJson:
    "the file isn't valid JSON. Check it with a JSON validator, then upload the package again",
  notObject: (at: string) => `${at} must be an object`,
  notSupported: (at: string, name: string) =>
    `${at} contains "${name}", which isn't supported. Remove it`,
  tooMany: (at: string, max: number) => `${at} can have at most ${max} settings`,
  nameFormat: (at: string, name: string) =>
    `${at} contains "${name}". Names can have only letters and digits, and must start with a lowercase letter`,
  textLength: (at: string, max: number) => `${at} must be text with 1 to ${max} characters`,
  colorFormat: (at: string) => `${at}.default must be a color like #1D4ED8`,
  otherColor: (at: string) => `${at}.on must be the name of another color`,
  fontList: (at: string, max: number) => `${at}.options must be a list of 1 to ${max} fonts`,
  notAnOption: (at: string) => `${at}.default must be one of the options`,
  nameTaken: (at: string) => `${at}: a color already has this name. Use a different name`,
} as const
