import { toMidSentenceLabel } from '#shared/format/labels.ts'

export const recordMessages = {
  secretsNeed: (permission: string) => `(secrets also need ${permission})`,
  chooseStores: 'Choose stores that you manage.',
  allStoresNeeded: (one: string) =>
    `This ${one} applies to all stores, but you manage only some. Ask an operator who manages all stores.`,
  recordsBody: 'The body must have a "records" list.',
  manyRecords: (max: number) => `Send 1 to ${max} records per request.`,
  nothingCreated: (wrong: number, all: number) =>
    wrong === 1
      ? `1 of ${all} records isn't valid, so nothing was created.`
      : `${wrong} of ${all} records aren't valid, so nothing was created.`,
  otherStores: (one: string) =>
    `This ${one} also affects stores that you don't manage. Ask an operator who manages all of the affected stores.`,
  affectsAll: (many: string, affected: string) =>
    `Changes to ${many} affect all ${affected}, but you manage only some. Ask an operator who manages all stores.`,
  notAmount: (value: string, currency: string) => `"${value}" isn't a valid amount in ${currency}.`,
  notDate: (value: string) => `"${value}" isn't a valid date.`,
  notRange: (value: string) => `"${value}" isn't two values with a comma between them.`,
  notPeriod: (value: string) => `"${value}" isn't a time like last-7-days.`,
  noSelection: "This saved selection doesn't exist anymore, or isn't shared with you.",
  notCursor: '"after" isn\'t a valid cursor for this list and sort order.',
  unknownParameter: (name: string) => `The parameter "${name}" isn't supported.`,
  onlyOnce: (name: string) => `"${name}" can be used only once.`,
  countsBody: (field: string) => `"counts" must be "${field}".`,
  noCounts: 'This list doesn\'t support "counts".',
  idsBody: (max: number) => `"ids" must be 1 to ${max} numbers, separated by commas.`,
  closestBody: '"closest" must be true. Use it only with a search, and never with "after".',
  notInSelection: (name: string) => `The parameter "${name}" isn't supported in a selection.`,
  orderBody:
    'The body must have "ids" (the IDs in their new order) and can have "was" (the IDs in their previous order).',
  orderIds:
    "One of these IDs is listed twice, belongs to another list, or doesn't exist. Reload the list.",
  orderChangedBy: (who: string) => `${who} changed the order in the meantime. Reload the list.`,
  recordChangedBy: (who: string, version: number) =>
    `${who} changed this record in the meantime. Its version is now ${version}.`,
  versionBody: "If-Match must be the record's version.",
  sendVersion: 'In If-Match, send the version of the record that your change is based on.',
  usedBy: (users: string) => `This record is still in use: ${users}.`,
  usedElsewhere: "This record is used by stores that you don't manage.",
  alreadyRestored: 'This record was already restored, or another version of it was deleted.',
  changingSecret: (label: string) => `Changing the ${toMidSentenceLabel(label)}`,
  affectsOne: 'This change affects 1 other record.',
  affectsMany: (count: number) =>
    count === 0
      ? 'This change affects no other records.'
      : `This change affects ${count} other records.`,
  confirm: (what: string, param: string, token: string) =>
    `${what} To confirm, send the request again with ${param}=${token}.`,
  usedByRecords: (counted: string) => `Used by ${counted}.`,
  notObject: 'A record must be a JSON object.',
} as const
