import { formatNumber } from '#shared/format/numbers.ts'
export const httpMessages = {
  signInAgain: "You're not signed in, or your session has expired. Sign in again.",
  gone: (one: string) => `This ${one} doesn't exist, or it was deleted.`,
  needsPermission: (what: string, permission: string) =>
    `${what} needs the permission ${permission}.`,
  thisCall: 'This call',
  viewIsReadOnly:
    "You're viewing as another user, so you can't change anything. Stop viewing first.",
  notInView: "You're viewing as another user. Only the owner of an account can see this.",
  apiKeyPersonal: "API keys can't make this call. Sign in to the console instead.",
  apiKeyStreams: "API keys can't open live updates. Use a call that reads the data instead.",
  apiKeyAccess:
    "API keys can't change accounts, permissions, or API keys. Sign in to the console instead.",
  apiKeyAttended:
    "This call needs a recent second factor, which an API key doesn't have. Sign in to the console instead.",
  apiKeyNetwork: (address: string) =>
    `This API key can't be used from ${address}. Add the network to the key, or call from another one.`,
  apiKeyLimit: (calls: number) =>
    `This API key made more than ${formatNumber(calls)} calls in a minute. Wait, then try again.`,
  sendJson: 'Send the body as application/json.',
  controlCharacter: 'A parameter contains a control character. Remove it.',
  tooDeep: (levels: number) => `The body is nested more than ${levels} levels deep.`,
  tooManyValues: (max: number) =>
    `The body has more than ${formatNumber(max)} values. Send them in several calls.`,
  tooManyFields: (max: number) => `An object in the body has more than ${max} fields.`,
  longName: (max: number) => `A field name in the body is longer than ${max} characters.`,
  noSuchCall: (method: string, path: string) => `There is no ${method} ${path}.`,
  notJson: "The body isn't valid JSON.",
  bodyLimit: 'The body is larger than 1 MB.',
  sendPlainJson: 'Send the body as uncompressed JSON in UTF-8.',
  askForLess:
    'The request took too long, so the database canceled it. Request less data, for example with filters, or try again later.',
  tryAgain: 'The platform is busy. Try again in a moment.',
  failedOnOurSide: 'Something went wrong on our side. Try again in a moment.',
  sendForm: 'Send the file as multipart/form-data.',
  noFile: "The form doesn't contain a file.",
  formNotReadable: "The form isn't valid multipart/form-data.",
  fileLimit: (megabytes: number) =>
    `The file is larger than ${megabytes} MB. Upload a smaller one.`,
  formIncomplete: "The upload is incomplete or isn't valid form data. Upload the file again.",
  tooManyStreams:
    'This session already has 16 connections for live updates open. Close other console tabs, then try again.',
  tooManyPlans:
    'This session is already preparing 2 bulk changes or imports. Wait until one is ready, then try again.',
  tooManyExports:
    'This session already has 2 exports running. Wait until one is finished, then try again.',
  tooManyVerifications:
    "This session is already verifying a log. Wait until it's finished, then try again.",
  tooManyComparisons:
    'This session is already preparing 4 comparisons or previews. Wait until one is finished, then try again.',
  tooManyUploads:
    'This session is already uploading 6 files. Wait until one is finished, then try again.',
  requestNotReadable: 'Unreadable request',
  notHttp: "The request isn't valid HTTP.",
  headersTooLarge: 'Headers too large',
  headerLimit: 'The URL and headers are larger than 16 KB in total.',
  requestTooSlow: 'Request too slow',
  requestLate: 'The request took too long to arrive. Try again.',
} as const
