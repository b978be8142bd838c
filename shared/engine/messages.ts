export const engineMessages = {
  /** `all` starts with a lowercase letter: "all stores". */
  leaveBlank: (all: string) => `Leave blank for ${all}.`,
  delete: 'Delete',
  changeManyFields: (count: number, records: string) => `Change ${count} fields for ${records}`,
  changeFields: (fields: string, records: string) => `Change ${fields} for ${records}`,
  requestFailed: 'Request failed',
  unexpectedResponse: 'Unexpected response',
  changeField: 'Change a field',
  changeFieldOf: (records: string) => `Change a field for ${records}`,
  deleteRecords: (records: string) => `Delete ${records}`,
  removeSpaces: 'Remove the spaces.',
  removeLocalPart: 'Enter only the part after the @.',
  onlyDomain: 'Enter only the domain, without https://, a path, or a port.',
  removeWildcard: 'Enter a single domain, without an asterisk (*).',
  removeUnderscore: "Remove the underscore. Domains can't contain underscores.",
  removeDot: 'Remove the extra dot.',
  removeLastDot: 'Remove the dot at the end.',
  addEnding: "Add the domain's ending, such as .com.",
  removeHyphen: 'Remove the hyphen next to a dot, or at the start or end of the domain.',
  shortenPart: "Shorten the part that's longer than 63 characters.",
  onlyAddress: 'Enter only the address, without mailto: or anything after a question mark.',
  removeDotBeforeAt: 'Remove the extra dot before the @.',
  notValid: (field: string, change: string) => `${field} is not valid. ${change}`,
  amountIn: (field: string, currency: string) => `${field} in ${currency}`,
  longSearch: (max: number) => `"search" must be at most ${max} characters.`,
  unknownSort: (columns: string) =>
    `"sort" must be one of ${columns}. For descending order, add - in front of the name.`,
  longSort: (max: number) => `"sort" can name at most ${max} columns.`,
  unknownSelection: '"selection" must be the ID of a saved selection.',
  repeatedSort: '"sort" can name each column only once.',
  unknownLimit: (max: number) => `"limit" must be a whole number from 1 to ${max}.`,
  unknownCursor: '"after" isn\'t a valid cursor for this list.',
  reason: 'Reason',
  assignedTo: 'Assigned to',
  /** The actor of what the platform does on its own. */
  system: 'System',
} as const

/** Decisions on requests that wait for a second operator. */
export const approvalMessages = {
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  decision: 'Decision',
  noLongerWaiting: (status: string) =>
    `This request is no longer waiting. Its status is ${status}.`,
} as const

export const patternMessages = {
  storePair:
    'Stores: enter each pair as a Printful store ID and a store code, such as 12345 = acme.',
  attributeCode:
    'Code must be 2 to 50 lowercase letters, digits, and underscores, and start with a letter',
  code: 'Code must be 2 to 41 lowercase letters, digits, and hyphens, and start with a letter or digit',
  subdomain:
    'Subdomain must be 2 to 41 lowercase letters, digits, and hyphens, and start with a letter or digit',
  domain: 'Custom domain must be a domain name like shop.example.com',
  email: (field: string) => `${field} must be an email address`,
  https: (field: string) => `${field} must be a URL that starts with https://`,
  emailDomain: 'Each allowed email domain must be a domain name like example.com',
  host: 'Host must be a host name or an IP address, such as mail.example.com, without https:// or a port',
  tag: 'Each tag can contain only lowercase letters, digits, and hyphens',
} as const

/** The columns that every record has. */
export const stampColumns = {
  createdAt: 'Created',
  createdBy: 'Created by',
  updatedAt: 'Updated',
  updatedBy: 'Updated by',
} as const
