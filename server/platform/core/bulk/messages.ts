import { limits } from '#shared/limits.ts'
import { formatNumber } from '#shared/format/numbers.ts'
export const bulkMessages = {
  mergeTitle: (name: string, into: string) => `Merge ${name} into ${into}`,
  body: `The body must contain "action" and either "ids" (1 to ${limits.bulkRecords}) or "query".`,
  nothingSelected:
    "The selected records don't exist, or you don't have access to them. Select other records.",
  tooMany: (max: number) =>
    `You can select at most ${formatNumber(max)} records for this action. Select fewer.`,
  chooseChange: 'Choose what to change.',
  canUndo:
    'You can undo this for 30 days, except for records where the same field is changed again.',
  canUndoDeletion: 'You can undo this for 30 days.',
  cannotUndoDeletion: "You can't undo this.",
  startBody: 'The body must contain "plan", the ID of a plan.',
  alreadyStarted: 'These changes have already been started. Check their progress in Jobs.',
  alreadyScheduled: 'This change is already scheduled.',
  tooOld: 'This preview has expired. Preview the changes again.',
  nothingToChange: "This preview doesn't change anything.",
  mergeBody: 'The body must contain "into", the ID of the record to keep.',
  otherStores: (one: string) =>
    `This ${one} is used in stores that you don't manage. Ask an operator who manages all stores.`,
  unknownResource: 'The body must contain "resource", the name of a resource.',
  unknownAction: (names: string) => `"action" must be one of ${names}.`,
  valuesNotObject: '"values" must be an object.',
  unchanged: 'Nothing to change.',
  changedSince: (who: string, fields: string) =>
    `${who} changed this record in the meantime: ${fields}.`,
  secretAlone: 'You can change this secret in only one record at a time.',
} as const
