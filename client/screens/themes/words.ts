export const themesWords = {
  storesOf: (count: number, theme: string) =>
    `${count} ${count === 1 ? 'store wears' : 'stores wear'} ${theme}`,
  versionsOf: (latest: string, theme: string) => `${latest}: all versions of ${theme}`,
  versions: 'Versions',
  settings: 'Colors and typefaces',
  more: (theme: string) => `More actions for ${theme}`,
  assign: 'Assign to stores',
  stores: 'Its stores',
  delete: 'Delete',
  changes: {
    publish: {
      label: 'Publish',
      title: (theme: string) => `Publish ${theme}`,
      follows: 'Stores may be given it from now on.',
    },
    deprecate: {
      label: 'Deprecate',
      title: (theme: string) => `Deprecate ${theme}`,
      follows: 'Stores are not given it any more.',
    },
    redraft: {
      label: 'Back to draft',
      title: (theme: string) => `Take ${theme} back to draft`,
      follows: 'Stores are not given it until it is published.',
    },
    archive: {
      label: 'Archive',
      title: (theme: string) => `Archive ${theme}`,
      follows: 'It is kept, and no store is given it any more.',
    },
  },
  worn: (count: number) =>
    count === 0
      ? 'No store wears it.'
      : `${count} ${count === 1 ? 'store wears it and keeps' : 'stores wear it and keep'} it.`,
  assignTitle: (theme: string) => `Assign ${theme} to stores`,
  assignExplain: 'What that changes is told first. It is done as a job, which can be undone.',
  assignNext: 'See what changes',
  chooseStores: 'Stores: Choose at least one',
} as const

export const settingsWords = {
  title: (theme: string) => `Colors and typefaces of ${theme}`,
  preview: 'How it looks, by its package',
  none: 'It has no version yet. The package of one says what can be chosen.',
  fixed: 'Its latest version lets nothing be chosen.',
  by: (semver: string) =>
    `Version ${semver} lets these be chosen. Stores that wear the theme have them.`,
  save: 'Save',
  contrast: 'Contrast',
  pair: (label: string, on: string, ratio: string, enough: boolean) =>
    `${label} on ${on}: contrast ${ratio} to 1, ${enough ? 'enough to read' : 'too little to read (at least 4.5 to 1)'}.`,
} as const

export const versionWords = {
  more: (semver: string) => `More actions for ${semver}`,
  rollout: 'Stages and stores',
  edit: 'Change the changelog',
  download: 'Download the package',
  delete: 'Delete',
  title: (theme: string, semver: string) => `Rollout of ${theme} ${semver}`,
  stands: (state: string) => `The rollout stands at ${state}.`,
  stages: 'Stores by stage',
  explain:
    'Pilot stores are in every stage. Other stores stay in the stage that they are in. Each step runs as a job.',
  to: (share: number) => `To ${share} %`,
  stage: (share: number) => `${share} %`,
  reach: (step: string) => ({ reaches: (stores: string) => `${step}: this changes ${stores}.` }),
  pilotStores: ({ stores, running }: { stores: number; running: number }) =>
    `Pilot stores: ${running} of ${stores} ${stores === 1 ? 'runs' : 'run'} it.`,
  noPilotStores: 'No pilot stores are selected.',
  openPilotStores: 'Open the list of pilot stores',
  pilots: 'Pilot stores',
  progress: (share: number) => `Stores of the stage of ${share} % that run it`,
  running: (running: string, stores: string, count: number) =>
    `${running} of ${stores} ${count === 1 ? 'store' : 'stores'}`,
  changed: 'What changed for each store',
  store: 'Store',
  from: 'Before',
  at: 'Since',
  back: (when: string) => `Taken back ${when}`,
  none: 'no version',
  nothing: 'Nothing yet: no store was given this version.',
  more100: (count: string) => `And ${count} more; the jobs tell of all.`,
} as const
