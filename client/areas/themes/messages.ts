import { formatNumber } from '#shared/format/numbers.ts'

export const themesMessages = {
  storesOf: (count: number, theme: string) =>
    `${count} ${count === 1 ? 'store uses' : 'stores use'} ${theme}`,
  versionsOf: (latest: string, theme: string) => `${latest}: view all versions of ${theme}`,
  versions: 'Versions',
  settings: 'Colors and fonts',
  more: (theme: string) => `More actions for ${theme}`,
  assign: 'Assign to stores',
  stores: 'View stores',
  delete: 'Delete',
  changes: {
    publish: {
      label: 'Publish',
      title: (theme: string) => `Publish ${theme}`,
      describeConsequences: "You'll be able to assign this theme to stores.",
    },
    deprecate: {
      label: 'Deprecate',
      title: (theme: string) => `Deprecate ${theme}`,
      describeConsequences: "You won't be able to assign this theme to more stores.",
    },
    redraft: {
      label: 'Revert to draft',
      title: (theme: string) => `Revert ${theme} to draft`,
      describeConsequences:
        "You won't be able to assign this theme to stores until you publish it.",
    },
    archive: {
      label: 'Archive',
      title: (theme: string) => `Archive ${theme}`,
      describeConsequences:
        "The theme isn't deleted, but you won't be able to assign it to stores.",
    },
  },
  worn: (count: number) =>
    count === 0
      ? 'No store uses this theme.'
      : `${count === 1 ? '1 store uses' : `${count} stores use`} this theme and will keep it.`,
  /** For a change that isn't possible while stores use the theme. */
  stillWorn: (count: number) =>
    count === 1
      ? '1 store uses this theme. Assign another theme to this store first.'
      : `${count} stores use this theme. Assign another theme to these stores first.`,
  assignTitle: (theme: string) => `Assign ${theme} to stores`,
  assignExplain: "You'll see what changes first. The assignment runs as a job that you can undo.",
  assignNext: 'Preview changes',
  chooseStores: 'Select at least one store.',
} as const

export const themeSettingsMessages = {
  title: (theme: string) => `Colors and fonts for ${theme}`,
  preview: 'Theme preview',
  none: "No versions yet. A version's package determines which colors and fonts you can choose.",
  fixed: 'The latest version has no colors or fonts that you can choose.',
  by: (semver: string) =>
    `Version ${semver} lets you choose these colors and fonts. Your choices apply to all stores that use the theme.`,
  save: 'Save',
  contrast: 'Contrast',
  pair: (label: string, on: string, ratio: string, enough: boolean) =>
    enough
      ? `${label} against ${on}: contrast ${ratio}:1, easy to read.`
      : `${label} against ${on}: contrast ${ratio}:1, hard to read. Use at least 4.5:1.`,
} as const

export const themeVersionsMessages = {
  more: (semver: string) => `More actions for ${semver}`,
  rollout: 'View rollout',
  edit: 'Edit changelog',
  download: 'Download package',
  delete: 'Delete',
  title: (theme: string, semver: string) => `Rollout of ${theme} ${semver}`,
  stands: (state: string) => `Rollout status: ${state}.`,
  stages: 'Stores by stage',
  explain:
    'Every stage includes the pilot stores. Stores outside the current stage keep their version, and each step runs as a job.',
  to: (share: number) => `Roll out to ${share}%`,
  stage: (share: number) => `${share}%`,
  reach: (step: string) => ({ reaches: (stores: string) => `${step}? This changes ${stores}.` }),
  pilotStores: ({ stores, running }: { stores: number; running: number }) =>
    `Pilot stores on this version: ${running} of ${stores}.`,
  noPilotStores: 'No pilot stores are selected.',
  openPilotStores: 'View pilot stores',
  pilots: 'Pilot stores',
  progress: (share: number) => `Stores on this version in the ${share}% stage`,
  running: (running: string, stores: string, count: number) =>
    `${running} of ${stores} ${count === 1 ? 'store' : 'stores'}`,
  schedule: (step: string) => `Schedule: ${step}...`,
  guarded: (what: string, percent: number) =>
    `Guard: ${what} can rise by at most ${formatNumber(percent)}%.`,
  paused: (rise: string) => `The guard paused this rollout. ${rise}`,
  changed: 'Changes by store',
  store: 'Store',
  from: 'Previous version',
  at: 'Changed',
  back: (when: string) => `Rolled back ${when}`,
  none: 'No version',
  nothing: 'No store has this version yet.',
  more100: (count: number) =>
    count === 1
      ? "1 older change isn't shown. To see all changes, open the rollout's jobs under Jobs in the top bar."
      : `${formatNumber(count)} older changes aren't shown. To see all changes, open the rollout's jobs under Jobs in the top bar.`,
} as const
