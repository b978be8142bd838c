import { formatNumber } from '#shared/format/numbers.ts'
import { rolloutLabels } from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { themeStatuses } from '#shared/areas/themes/themes.ts'

const formatStores = (count: number) => (count === 1 ? '1 store' : `${formatNumber(count)} stores`)

const formatStoresUsing = (count: number) =>
  count === 1 ? '1 store uses' : `${formatNumber(count)} stores use`

/** Why a theme can't be changed, and the impact of a change. */
export const themeMessages = {
  stillInUse:
    'Replaced by: only deprecated or archived themes can be replaced. Change the status first.',
  replacesItself: "Replaced by: a theme can't replace itself. Choose another one.",
  replacementNotPublished: 'Replaced by: choose a published theme.',
  replacementNeeded: (stores: number) =>
    `Replaced by: choose another theme, because ${formatStoresUsing(stores)} this one.`,
  usedByStores: (stores: number) =>
    `Status: ${formatStoresUsing(stores)} this theme. Assign another theme to ${stores === 1 ? 'this store' : 'these stores'} first.`,
  isDefault: "Status: this is the platform's default theme. Choose another default first.",
  readinessFalls: 'The theme stays in use, but readiness goes down',
  manyUsed: (stores: number) => `${formatStoresUsing(stores)} one of these themes.`,
  manyFalling: (stores: number, losing: number) =>
    `${formatStoresUsing(stores)} one of these themes. Readiness goes down for ${formatStores(losing)}.`,
  settingsBody: 'Send "values" with setting names as keys.',
  noVersion:
    "You can't set colors and fonts yet, because they come from a theme version and this theme has none. Upload a version first.",
} as const

/** Why a package isn't accepted. Sentences without a period. */
export const themePackageMessages = {
  noManifest:
    'The package has no theme.json. Add one to its top-level folder, then upload the package again',
  misplaced: (path: string) =>
    `theme.json must be in the package's top-level folder. Move it there from ${path}`,
  misnamed: (path: string) => `Rename ${path} to theme.json, in lowercase letters`,
  tooLarge: (kilobytes: number) => `theme.json is larger than ${kilobytes} kB. Shorten it`,
  noPreview: (name: string) =>
    `theme.json: the preview "${name}" isn't in the package. Add the file`,
} as const

/** Why a new version isn't accepted. */
export const themeVersionMessages = {
  otherVersion: (version: string) =>
    `Version: theme.json says ${version}. Enter ${version} or upload another package.`,
  notLater: (latest: string) =>
    `Version: the latest version is ${latest}. Enter a higher version in theme.json, then upload the package again.`,
  otherTheme: (name: string, theme: string) =>
    `Package: theme.json is for the theme "${name}", not ${theme}. Upload another package.`,
  unread: "Package: the file couldn't be read. Upload it again.",
} as const

/** Why a step of a rollout can't be taken, and the labels of links that fix it. */
export const rolloutMessages = {
  body: (events: readonly string[]) => `"event" must be one of ${events.join(', ')}.`,
  notPossible: (event: RolloutEvent, state: RolloutState) =>
    `You can't choose "${rolloutEvents[event]}" while the rollout status is "${rolloutLabels[state]}".`,
  firstVersion: 'First version',
  replaces: (semver: string) => `Replaces ${semver}`,
  leavesNone: 'No version remains',
  restores: (semver: string) => `Restores ${semver}`,
  titleBack: (theme: string, semver: string) => `Roll back ${theme} ${semver}`,
  titlePilots: (theme: string, semver: string) => `Roll out ${theme} ${semver} to pilot stores`,
  titleShare: (theme: string, semver: string, share: number) =>
    `Roll out ${theme} ${semver} to ${share}%`,
  planPilots: (records: string) => `Roll out ${records} to pilot stores`,
  planStart: (records: string) => `Roll out ${records} to 5%`,
  planNext: (records: string) => `Roll out ${records} to the next stage`,
  titleNarrow: (theme: string, semver: string, share: number) =>
    share === 0
      ? `Roll back ${theme} ${semver} to the pilot stores`
      : `Roll back ${theme} ${semver} to ${share}%`,
  stageStores: (stores: number) =>
    `In this stage, ${formatStores(stores)} ${stores === 1 ? 'runs' : 'run'} the version.`,
  otherStage: 'The rollout is now in a different stage.',
  stoppedTitle: (theme: string, semver: string) =>
    `Rollout paused by its guard: ${theme} ${semver}`,
  stoppedDetail: (rise: string) => `${rise} Roll the version back, or resume the rollout.`,
  stoppedBefore: 'The rollout was paused or rolled back before it reached this store.',
  rolledOutAgain: 'The version is being rolled out again.',
  otherThemeNow: 'The store now uses a different theme.',
  alreadyThere: 'The store already has this version.',
  otherVersionNow: 'The store now has a different version.',
  changed: (from: string | null, to: string | null) =>
    from === null
      ? `Set to ${to ?? ''}.`
      : to === null
        ? `Removed ${from}.`
        : `Changed from ${from} to ${to}.`,
  unpublished: (theme: string, status: keyof typeof themeStatuses) =>
    `You can only roll out versions of published themes. The status of ${theme} is ${themeStatuses[status]}, so publish it first.`,
  publish: (theme: string) => `Publish ${theme}`,
  later: (semver: string) =>
    `${semver} was rolled out after this version. Roll that version back first.`,
  unfinished: (semver: string) =>
    `${semver} is still being rolled out. Finish its rollout or roll it back first.`,
  openRollout: (semver: string) => `Open the ${semver} rollout`,
  noPilots: 'No pilot stores are selected. Select some first.',
  noPilotUses: (theme: string) =>
    `None of the pilot stores uses ${theme}. Select other pilot stores.`,
  selectPilots: 'Select pilot stores',
  running: (done: number, total: number) =>
    `The current stage is still running: ${done} of ${formatStores(total)} done. Wait until it finishes.`,
  failed: (count: number, examples: readonly string[]) =>
    `The current stage failed in ${formatStores(count)}: ${examples.join(', ')}${count > examples.length ? ', ...' : ''}. Retry the job, or roll back.`,
  canceled: (count: number) =>
    `The current stage's job was canceled before it reached ${formatStores(count)}. Retry the job, or roll back.`,
  openJob: 'Open the job',
  limited:
    'A rollout affects all stores that use the theme, but you manage only some. Ask an operator who manages all stores.',
  usesOtherTheme: 'Uses a different theme.',
  pilotsUseOther: (names: readonly string[]) =>
    names.length === 1
      ? `Pilot stores: ${names.join(', ')} uses a different theme. Remove this store.`
      : `Pilot stores: remove the stores that use a different theme, such as ${names.join(', ')}.`,
  pilotsFixed: 'You can only change pilot stores before the rollout starts.',
} as const
