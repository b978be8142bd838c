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
  fault: (reason: string) => `theme.json: ${reason}`,
  whole: 'the top level',
  versionFormat: 'version must be three numbers, like "1.4.0"',
  previewFormat: 'preview must name a PNG, JPEG, WebP, or GIF file in the package',
  notJson:
    "the file isn't valid JSON. Check it with a JSON validator, then upload the package again",
  notObject: (path: string) => `${path} must be an object`,
  notSupported: (path: string, name: string) =>
    `${path} contains "${name}", which isn't supported. Remove it`,
  tooMany: (path: string, max: number) => `${path} can have at most ${max} settings`,
  nameFormat: (path: string, name: string) =>
    `${path} contains "${name}". Names can have at most 31 letters and digits, and must start with a lowercase letter`,
  textLength: (path: string, max: number) => `${path} must be text with 1 to ${max} characters`,
  colorFormat: (path: string) => `${path}.default must be a color like #1D4ED8`,
  otherColor: (path: string) => `${path}.on must be the name of another color`,
  fontList: (path: string, max: number) => `${path}.options must be a list of 1 to ${max} fonts`,
  notAnOption: (path: string) => `${path}.default must be one of the options`,
  nameTaken: (path: string) => `${path}: a color already has this name. Use a different name`,
} as const
