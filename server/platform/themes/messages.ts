import { themeStatuses } from '#shared/themes/themeReference.ts'

const countStores = (count: number) => (count === 1 ? '1 store' : `${count} stores`)

/** Why a step of a rollout can't be taken, and the links to what is in the way. */
export const rolloutMessages = {
  unpublished: (theme: string, status: keyof typeof themeStatuses) =>
    `${theme} is ${themeStatuses[status].toLowerCase()}, and stores only get versions of published themes. Publish it first.`,
  publish: (theme: string) => `Publish ${theme}`,
  later: (semver: string) =>
    `${semver} was rolled out after this version. Roll that version back first.`,
  unfinished: (semver: string) =>
    `${semver} is still being rolled out. Finish its rollout or roll it back first.`,
  openRollout: (semver: string) => `Open the rollout of ${semver}`,
  noPilots: 'No pilot stores are selected. Select some first.',
  noPilotUses: (theme: string) =>
    `None of the pilot stores uses ${theme}. Select other pilot stores.`,
  selectPilots: 'Select pilot stores',
  running: (done: number, total: number) =>
    `The current stage is still running: ${done} of ${countStores(total)} done. Wait until it finishes.`,
  failed: (count: number, examples: readonly string[]) =>
    `${countStores(count)} of the current stage failed: ${examples.join(', ')}${count > examples.length ? ', ...' : ''}. Retry them, or roll back.`,
  canceled: (count: number) =>
    `The job of the current stage was canceled before it reached ${countStores(count)}. Retry it, or roll back.`,
  openJob: 'Open the job',
  limited:
    'A rollout reaches all stores that use the theme, and your account is for some stores only. Ask an operator for all stores.',
  usesOtherTheme: 'Uses another theme.',
  pilotsUseOther: (names: readonly string[]) =>
    `Pilot stores: ${names.join(', ')} ${names.length === 1 ? 'uses' : 'use'} another theme`,
  pilotsFixed: 'Pilot stores can only be changed before the rollout starts.',
} as const
