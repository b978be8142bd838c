/**
 * Every sentence an operator reads, in one place. Titles and labels of routes and fields stand in their own tables
 * (`routes.ts`, `resources/`). spec.md sections 5 and 8 fix the ones marked "spec".
 */
export const messages = {
  loading: 'Loading...', // spec
  processing: 'Processing', // spec
  product: 'Operator console',
  validation: {
    required: (field: string) => `${field} is a required field`, // spec
    invalid: (field: string) => `${field} is not valid.`, // spec
    tooLong: (field: string, max: number) => `${field} must be at most ${max} characters`,
    tooShort: (field: string, min: number) => `${field} must be at least ${min} characters`,
    tooSmall: (field: string, min: number) => `${field} must be ${min} or more`,
    tooLarge: (field: string, max: number) => `${field} must be ${max} or less`,
    notAmount: (field: string, currency: string) => `${field} must be an amount in ${currency}`,
    notWhole: (field: string) => `${field} must be a whole number`,
    notNumber: (field: string) => `${field} must be a number`,
    tooPrecise: (field: string, places: number) =>
      `${field} must have at most ${places} decimal places`,
    notOneOf: (field: string, options: string) => `${field} must be one of ${options}`,
    tooMany: (field: string, max: number) => `${field} must have at most ${max} entries`,
    twice: (field: string) => `${field} must not have the same entry twice`,
    noSuch: (field: string, label: string) => `${field}: there is none named "${label}"`,
    gone: (field: string) => `${field}: this one does not exist, or no longer exists`,
    taken: (fields: string) => `This ${fields} is already used`,
    unknownField: (field: string) => `There is no field named ${field}`,
    fixed: (field: string) => `${field} cannot be changed`,
  },
  stores: {
    readiness: 'Readiness',
    organisations: 'Organisations',
    newOrganisation: 'New organisation',
    findOrganisation: 'Find an organisation',
    find: 'Find',
    storesOf: (count: number, organisation: string) =>
      `${count} ${count === 1 ? 'store' : 'stores'} of ${organisation}`,
    firstOf: (shown: number, total: string) =>
      `The first ${shown} of ${total}; find others by name.`,
    noOrganisations: 'No organisation matches.',
    deleteOrganisation: 'Delete organisation',
    defaults: 'Platform defaults',
    defaultsExplain:
      'What every store inherits until it overrides it. A change reaches all stores that inherit.',
    more: (store: string) => `More actions for ${store}`,
    open: 'Open',
    all: 'All actions',
    duplicate: 'Duplicate',
    logs: 'Logs',
    delete: 'Delete',
    changed: 'The status was changed.',
    actions: {
      activate: 'Activate',
      suspend: 'Suspend',
      startMaintenance: 'Start maintenance',
      endMaintenance: 'End maintenance',
      archive: 'Archive',
    },
    code: 'Code must be 2 to 41 small letters, digits and hyphens, and start with a letter or digit',
    subdomain:
      'Subdomain must be 2 to 41 small letters, digits and hyphens, and start with a letter or digit',
    domain: 'Own domain must be a host name such as shop.example.com',
    email: (field: string) => `${field} must be an e-mail address`,
    https: (field: string) => `${field} must be an address that starts with https://`,
    emailDomain: 'Each allowed e-mail domain must be a host name such as example.com',
    tag: 'Each tag must be small letters, digits and hyphens',
  },
  signIn: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show password',
    submit: 'Sign in',
    refused: 'The email or password is not right, or this account may not use the console.',
    throttled: (seconds: number) => `Too many tries. Try again in ${inWords(seconds)}.`,
    unreachable: 'The platform does not answer, so nobody can sign in now. Try again in a moment.',
    signedOut: 'You are signed out.',
    goOn: 'Sign in to go on where you wanted to go.',
  },
  google: {
    or: 'or',
    button: 'Continue with Google',
    failures: {
      refused: 'This Google account may not use the console.',
      cancelled: 'The sign-in with Google was cancelled.',
      expired: 'The sign-in with Google took too long, or went on in another tab. Try again.',
      throttled: 'Too many tries. Wait a few minutes and try again.',
      unavailable:
        'Google does not answer, so nobody can sign in with it now. Try again in a moment.',
      unreachable:
        'The platform does not answer, so nobody can sign in now. Try again in a moment.',
    },
  },
  shell: {
    skip: 'Skip to content',
    dashboard: 'Dashboard',
    notifications: 'Notifications',
    closeNotification: 'Close notification',
    menu: 'Main menu',
    collapseMenu: 'Collapse menu',
    expandMenu: 'Expand menu',
    userMenu: 'User menu',
    changePassword: 'Change Password', // spec
    logOut: 'Log Out', // spec
    breadcrumbs: 'Breadcrumbs',
    account: 'your account',
  },
  resetPassword: {
    title: 'Reset Password', // spec
    currentPassword: 'Enter Current password', // spec
    password: 'Enter password', // spec
    confirmPassword: 'Enter Confirm password', // spec
    generate: 'Generate Password', // spec
    close: 'Close', // spec
    submit: 'Change Password', // spec
    changed: 'Your password was changed. Other sign-ins of this account were ended.',
    failed: 'Your password was not changed.',
    wrongCurrent: 'The current password is not right.',
    what: 'changing passwords',
    mismatch: 'Confirm password is not the same as the new password.',
    fields: {
      currentPassword: 'Current password',
      password: 'Password',
      confirmPassword: 'Confirm password',
    },
  },
  list: {
    has: 'is',
    search: 'Search',
    filters: 'Filters',
    addFilter: 'Filter',
    apply: 'Apply',
    clear: 'Clear all',
    removeFilter: (filter: string) => `Remove filter ${filter}`,
    columns: 'Columns',
    pages: 'Pages',
    pageSize: 'Rows per page',
    previous: 'Previous',
    next: 'Next',
    total: (count: number, capped: boolean) =>
      `${count.toLocaleString('en-US')}${capped ? '+' : ''}`,
    actions: 'Actions',
    more: 'More',
    any: 'Any',
    yes: 'Yes',
    no: 'No',
    from: 'from',
    to: 'to',
    contains: 'contains',
    noMatch: 'Nothing matches this search and these filters.',
    clearFilters: 'Clear search and filters',
    empty: (many: string) => `No ${many} yet`,
  },
  form: {
    yours: (field: string) => `Your ${field}`,
    theirs: (field: string) => `Their ${field}`,
    takeTheirs: 'Use theirs',
    takeTheirsOf: (field: string) => `Use their ${field}`,
    platformDefault: (value: string) => `Platform default (${value})`,
    inherited: (value: string) => `Inherited from the platform default: ${value}`,
    overrides: (value: string) => `Overrides the platform default: ${value}. Empty inherits it.`,
    create: (one: string) => `Create ${one}`,
    edit: (one: string) => `Edit ${one}`,
    new: (one: string) => `New ${one}`,
    save: 'Save',
    discard: 'Discard',
    close: 'Close panel',
    unsaved: (fields: string) => `Unsaved: ${fields}`,
    leave: 'Leave without saving what you changed?',
    stay: 'Stay',
    leaveAnyway: 'Leave',
    draft: 'You have unsaved work on this form from before.',
    restore: 'Restore it',
    forget: 'Forget it',
    conflict: (who: string, when: string) =>
      `This record was changed by ${who} on ${when}, after you opened it. What you typed is still here: save again to keep yours, or discard to take theirs.`,
    required: 'required',
    none: 'None',
  },
  keys: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    all: [
      ['/', 'Search the list'],
      ['j', 'Next row'],
      ['k', 'Previous row'],
      ['Enter', 'Open the row'],
      ['n', 'New record'],
      ['Ctrl/Cmd S', 'Save the form'],
      ['Escape', 'Close the panel'],
      ['?', 'Show these keys'],
    ],
  },
  paste: {
    title: (many: string) => `Paste many ${many}`,
    button: 'Paste many',
    lines: 'One per line',
    hint: (fields: string) => `${fields}: parted by a comma, or copied from a spreadsheet.`,
    submit: 'Create all',
    empty: 'Paste at least one line',
    tooMany: (max: number) => `At most ${max} lines at once`,
    line: (line: number, error: string) => `Line ${line}: ${error}`,
    refused: 'Nothing was created. Correct these lines and try again.',
  },
  run: {
    title: 'Generate a run of sizes',
    button: 'Generate a run',
    from: 'From',
    to: 'To',
    submit: 'Create sizes',
    reversed: 'To must not be smaller than From',
    preview: (codes: string) => `Creates ${codes}.`,
  },
  reorder: {
    title: 'Change the order',
    button: 'Reorder',
    done: 'Done',
    explain: 'Drag a row, or use the arrows. The order is saved with each move.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
  },
  remove: {
    button: 'Delete',
    title: (one: string, name: string) => `Delete ${one} ${name}?`,
    explain: 'This cannot be undone.',
    blocked: (name: string) => `${name} is still in use, so it cannot be deleted.`,
    changed: (who: string) =>
      `${who} changed it after you opened it. Look at it again, or delete it all the same.`,
    use: (kind: string, count: number, examples: string[]) =>
      `${count} ${kind}${count === 1 ? '' : 's'}: ${examples.join(', ')}${examples.length < count ? ' …' : ''}`,
    back: 'Back to the list',
    cancel: 'Cancel',
  },
  notices: {
    created: 'Created.',
    saved: 'Saved.',
    deleted: 'Deleted.',
    reordered: 'The order was saved.',
    unchanged: 'There was nothing to save.',
    reset: 'The platform default counts again.',
    'status-changed': 'The status was changed.',
    'deletion-planned': 'The store is archived and will be deleted.',
    restored: 'The store was restored. It is archived.',
    duplicated: 'This is the new store, a draft.',
    'store-created': 'Store created.',
    'signed-out': 'You are signed out.',
    'password-changed': 'Your password was changed. Other sign-ins of this account were ended.',
  },
  combobox: { none: 'Nothing found', failed: 'The search did not work. Type again.' },
  chart: { empty: 'Nothing in this time.', table: 'Show as a table', label: 'Label' },
  failures: {
    title: 'This did not work',
    retry: 'Try again',
    leave: (title: string) => `Go to ${title}`,
    requestId: (id: string) => `Request ${id}`,
    unreachable: 'The platform does not answer right now. Nothing was changed.',
    timeout: 'The platform took too long to answer.',
    badAnswer: 'The platform answered something this console does not understand.',
    alreadyDone:
      'What you sent before was saved, although its answer was lost. Reload the page to see it.',
    inProgress: 'The same request is still under way. Try again in a moment.',
    busy: 'The console has too much to do at this moment.',
    internal: 'Something went wrong on our side.',
    tooLarge: 'That is more than this page can take (1 MB).',
    wrongState: 'This is not possible in the state it is in by now. Reload the page to see it.',
    badRequest: 'The console could not make sense of what was sent.',
    network: 'The console could not be reached. Check your connection.',
    notOffered: (what: string) => `This platform does not offer ${what}.`,
    gone: (one: string) => `This ${one} does not exist, or no longer exists.`,
    chunk: 'A part of this page could not be loaded. Perhaps the console was updated.',
    reload: 'Reload the page',
  },
  /** What the server says of a request that it does not take. */
  refusals: {
    malformed: (what: string) => `The ${what} of this request is malformed.`,
    method: 'Nothing here answers this method.',
    foreign: 'This request came from another site, so nothing was changed.',
    type: (types: string) => `This takes ${types}.`,
    tooLarge: 'This is larger than what the console takes.',
    notJson: 'This is not valid JSON.',
    invalid: 'Some of this is not right.',
    noAsset: 'There is no such file. Perhaps the console was updated.',
  },
  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address.',
    nearest: 'Perhaps you look for',
    search: 'Find a page',
  },
  forbidden: {
    title: 'Not allowed',
    text: (permission: string) =>
      `This page needs the permission ${permission}, which your account does not have.`,
    call: (permission: string) =>
      `This needs the permission ${permission}, which your account does not have.`,
    unnamed: 'Your account does not have the permission for this.',
    who: 'A user with the permission usersGroups can grant it.',
  },
  planned: {
    title: 'Not built yet',
    text: (title: string) => `${title} is not part of this version of the console.`,
  },
} as const

/** Seconds as "8 seconds" or "3 minutes", never shorter than the real wait. */
function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
