/**
 * The kinds of text in wording.md, "Rules by kind of text", and those that users of the console
 * don't read.
 */
export type TextKind =
  | 'label'
  | 'heading'
  | 'hint'
  | 'button'
  | 'toast'
  | 'error'
  | 'confirmation'
  | 'empty state'
  | 'test result'
  | 'log event'
  | 'email'
  | 'API problem'
  | 'API document'
  | 'command output'
  | 'process log'
  | 'demo data'

/**
 * The kind of the texts in a place; `shape` if the text itself shows it (a question confirms, a
 * sentence explains, a phrase names); or `technical` if no user reads them.
 */
export type PlaceMeaning = TextKind | 'shape' | 'technical'

/** The files for texts (style.md): users read every text in them. */
export const messageFiles = /(?:^|\/)(?:\w*[wW]ords|\w*[mM]essages)\.ts$/

/**
 * Files and folders whose texts all belong there, with their kind unless their place is more
 * specific. The first match counts.
 */
export const filePlaces: readonly (readonly [RegExp, PlaceMeaning])[] = [
  // Operators type these words in the search. The console shows none of them.
  [/^client\/parts\/palette\/vocabulary\.ts$/, 'technical'],
  [/^shared\/engine\/logStreams\.ts$/, 'label'],
  [/\.css\.ts$|\/digestStyles\.ts$/, 'technical'],
  [/\/(?:passwordUrl|commonPasswords|databaseRoles|rejectUnreadableRequest)\.ts$/, 'technical'],
  [/\/(?:dates|startFocusRecovery|http\/eventStream)\.ts$/, 'technical'],
  [/^server\/platform\/database\/migrations\//, 'technical'],
  [/^server\/platform\/core\/auth\/passwordHasher\.ts$/, 'technical'],
  [/^machines\//, 'technical'],
  [/^scripts\/mockProviders\//, 'technical'],
  [/^scripts\/strings\//, 'technical'],
  [/^server\/platform\/core\/http\/eventStream\.ts$/, 'technical'],
  [/^server\/console\/proxy\/(?:formUpload|proxyHeaders|upstream)\.ts$/, 'technical'],
  [/^server\/console\/edge\/securityHeaders\.ts$/, 'technical'],
  // Code, diagrams, and search terms in scripts.
  [/^scripts\/(?:bundles|machines\/renderMermaid|bench\/searchTerms)\.ts$/, 'technical'],
  [/^scripts\//, 'command output'],
  // SQL.
  [/^server\/platform\/demoData\/dropLargeTableIndexes\.ts$/, 'technical'],
  [/^server\/platform\/(?:demoData|seed|areas\/\w+\/seed)(?:\/|\.ts$)/, 'demo data'],
  [/^client\/kit\//, 'demo data'],
  // Tables of labels.
  [/^shared\/(?:areas\/stores\/storeTabTitles|engine\/alertKinds)\.ts$/, 'label'],
  [/^shared\/areas\/payments\/gateways\.ts$/, 'shape'],
  // Parts of definitions for other definitions that refer to them.
  [/^shared\/.*References?\.ts$/, 'shape'],
  // The log's text for moves, which programs parse.
  [/^shared\/areas\/members\/memberMoves\.ts$/, 'technical'],
  // Names of countries, languages, currencies, and weekdays: data.
  [/^shared\/format\/(?:regions|currencies|timesOfDay)\.ts$/, 'label'],
  [/^shared\/engine\/problemTitles\.ts$/, 'API problem'],
  [/^shared\/areas\/logs\/formatLogEvent\.ts$/, 'log event'],
  [/^shared\/(?:navigation\/routes|permissions\/permissions|navigation\/flashTexts)\.ts$/, 'shape'],
  [/^server\/(?:platform|console)\/settings\.ts$/, 'command output'],
]

/** Arguments by function name and, after a colon, index. Without an index, all arguments. */
export const argumentPlaces: Readonly<Record<string, PlaceMeaning>> = {
  'text:0': 'label',
  'textField:0': 'label',
  'longText:0': 'label',
  'integer:0': 'label',
  'decimal:0': 'label',
  'money:0': 'label',
  'toggle:0': 'label',
  'select:0': 'label',
  'select:1': 'label',
  'color:0': 'label',
  'list:0': 'label',
  'reference:0': 'label',
  'references:0': 'label',
  'date:0': 'label',
  'instant:0': 'label',
  'secret:0': 'label',
  'file:0': 'label',
  'image:0': 'label',
  'createCallbackUrlPattern:0': 'label',
  'createAppUrlPattern:0': 'label',
  'createSafeUrlPattern:0': 'label',
  'createCredentialFields:0': 'label',
  'createCredentialFields:1': 'hint',
  'createDelaysField:0': 'label',
  'createDelaysField:1': 'hint',
  'createEmailPattern:0': 'label',
  'writeFileSync:1': 'technical',
  getTabFields: 'heading',
  'required:1': 'error',
  'requiredWhile:2': 'error',
  'requiredWhenPublished:2': 'error',
  'buildImpactParameter:0': 'API document',
  'toHeaderParameter:2': 'API document',
  'badRequest:0': 'API problem',
  'invalidJobState:0': 'API problem',
  'invalidState:0': 'API problem',
  'fileRejected:0': 'API problem',
  'HttpError:2': 'API problem',
  'SsoError:1': 'error',
  'MetadataError:0': 'error',
  'CertificateError:0': 'error',
  'PrintfulError:1': 'error',
  'NetworkError:1': 'error',
  passStep: 'test result',
  failStep: 'test result',
  reportUnknownStep: 'test result',
  skipStep: 'test result',
  skipInapplicableStep: 'test result',
  createNotAttemptedError: 'test result',
  createNotChargedError: 'test result',
  createRejectedChargeError: 'test result',
  'assertSetting:2': 'command output',
  StartupError: 'command output',
  UserError: 'command output',
  warn: 'process log',
  info: 'process log',
  error: 'process log',
  debug: 'process log',
  SecretError: 'process log',
  'define:0': 'technical',
  Error: 'technical',
  TypeError: 'technical',
  RangeError: 'technical',
  DOMException: 'technical',
  closest: 'technical',
  matches: 'technical',
  querySelector: 'technical',
  querySelectorAll: 'technical',
  getAttribute: 'technical',
  setAttribute: 'technical',
  addEventListener: 'technical',
  setHeader: 'technical',
  getHeader: 'technical',
  append: 'technical',
  set: 'technical',
  get: 'technical',
  has: 'technical',
  query: 'technical',
  sql: 'technical',
  raw: 'technical',
  setIsolationLevel: 'technical',
  enums: 'technical',
  mapDeclineCodes: 'technical',
  mapDisputeReasons: 'technical',
  'nameSchema:0': 'technical',
  parseWords: 'technical',
  splitColumns: 'technical',
  splitWords: 'technical',
  PaymentNotListed: 'technical',
  dateTimeFormat: 'technical',
  DateTimeFormat: 'technical',
  ListFormat: 'technical',
  send: 'technical',
  split: 'technical',
  exec: 'technical',
  refine: 'technical',
  update: 'technical',
  writeEvents: 'technical',
  toNetworkKey: 'technical',
  deriveKey: 'technical',
}

/** Properties by name. */
export const propertyPlaces: Readonly<Record<string, PlaceMeaning>> = {
  title: 'heading',
  label: 'label',
  heading: 'label',
  hint: 'hint',
  about: 'empty state',
  one: 'label',
  many: 'label',
  noBulkReason: 'hint',
  summary: 'API document',
  description: 'API document',
  detail: 'API problem',
  failure: 'process log',
  subject: 'email',
  paragraphs: 'email',
  help: 'API document',
  // Stored with ledger entries, so it must never change.
  programReference: 'technical',
  className: 'technical',
  permission: 'technical',
  scope: 'technical',
  authorization: 'technical',
  cookie: 'technical',
  'content-type': 'technical',
  'Content-Type': 'technical',
  'content-disposition': 'technical',
  'Content-Disposition': 'technical',
  'cache-control': 'technical',
}

/** Markup attributes by name. */
export const attributePlaces: Readonly<Record<string, PlaceMeaning>> = {
  title: 'label',
  label: 'label',
  caption: 'label',
  alt: 'label',
  'aria-label': 'label',
  placeholder: 'label',
  hint: 'hint',
  className: 'technical',
  href: 'technical',
  action: 'technical',
  d: 'technical',
  viewBox: 'technical',
  'aria-keyshortcuts': 'technical',
  allow: 'technical',
  sandbox: 'technical',
  rel: 'technical',
  autoComplete: 'technical',
}

/**
 * Messages by the beginning or end of their name, in message files where no closer place has a
 * kind.
 */
export const messageNames: readonly (readonly [RegExp, TextKind])[] = [
  [/^variable format\w*(?:Email|Invitation)$/, 'email'],
  [/^(?:title|heading)$|(?:Title|Heading)$/, 'heading'],
  [/^(?:none|empty|nothing|nobody|no[A-Z]\w*)$/, 'empty state'],
  [/(?:Hint|Help|Explanation)$|^explains?$/, 'hint'],
  [
    /^(?:failed|failures|forbidden|refused|gone|rejected)$|(?:Failed|Refused|Missing|Gone|Unreachable)$/,
    'error',
  ],
  [
    /^(?:submit|save|cancel|close|back|next|undo|retry|delete|add|remove|create)$|(?:Button|Submit)$/,
    'button',
  ],
  [/^(?:saved|deleted|created|done|undone)$|Toast$/, 'toast'],
  [/TestMessages$/, 'test result'],
]
