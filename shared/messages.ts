import { formatNumber } from './numbers.ts'

/** Sentences of many pages; those of one stand in its own file, loaded with it. spec.md 5 and 8 fix those marked "spec". */
export const messages = {
  loading: 'Loading...', // spec
  processing: 'Processing', // spec
  product: 'Operator console',
  /** What a menu or bar says of an action that a panel first asks about. */
  asks: (action: string) => `${action}…`,
  validation: {
    required: (field: string) => `${field} is a required field`, // spec
    invalid: (field: string) => `${field} is not valid.`, // spec
    tooLong: (field: string, max: number) => `${field} must be at most ${max} characters`,
    tooShort: (field: string, min: number) => `${field} must be at least ${min} characters`,
    tooSmall: (field: string, min: number | string) => `${field} must be ${min} or more`,
    tooLarge: (field: string, max: number | string) => `${field} must be ${max} or less`,
    notAmount: (field: string) => `${field} must be an amount like 12.50`,
    amountFormat: (field: string, example: string) =>
      `Write ${field} like ${example}. Use commas only between thousands and a point before decimals.`,
    wholeAmountFormat: (field: string, example: string) =>
      `Write ${field} like ${example}. Use commas only between thousands, and no decimals.`,
    ambiguousAmount: (field: string, typed: string, example: string) =>
      `${field}: "${typed}" can mean two amounts. Write amounts like ${example}, or separate the file's columns with commas.`,
    decimalFormat: (field: string) => `Write ${field} like 1234.5, with a point before decimals.`,
    notWhole: (field: string) => `${field} must be a whole number`,
    notNumber: (field: string) => `${field} must be a number`,
    tooPrecise: (field: string, places: number) =>
      `${field} must have at most ${places} decimal places`,
    /** Of many choices some are named. */
    notOneOf: (field: string, options: readonly string[]) =>
      options.length > 12
        ? `${field} must be one of ${options.slice(0, 3).join(', ')} or ${options.length - 3} others`
        : `${field} must be one of ${options.join(', ')}`,
    tooMany: (field: string, max: number) => `${field} must have at most ${max} entries`,
    twice: (field: string) => `${field} must not have the same entry twice`,
    /** A name that none has, or several. */
    notOne: (field: string, label: string, found: number) =>
      found === 0
        ? `${field}: there is none named "${label}"`
        : `${field}: ${formatNumber(found)} are named "${label}". Choose one of them.`,
    taken: (field: string, within: string) =>
      `${field} is already used${within === '' ? '' : ` in this ${within}`}`,
    notDate: (field: string) => `${field} must be a day of the calendar`,
    notInstant: (field: string) => `${field} must be a day of the calendar and a time`,
    notUploaded: (field: string) => `${field}: the file has not been uploaded`,
    notColour: (field: string) => `${field} must be written like #1A2B3C`,
    unknownField: (field: string) => `There is no field named ${field}`,
  },
  shell: {
    skip: 'Skip to content',
    dashboard: 'Dashboard',
    notifications: 'Notifications',
    closeNotification: 'Close notification',
    undo: 'Undo',
    undoOf: (name: string) => `Undo the change of ${name}`,
    menu: 'Main menu',
    collapseMenu: 'Collapse menu',
    expandMenu: 'Expand menu',
    userMenu: 'User menu',
    changePassword: 'Change Password', // spec
    logOut: 'Log Out', // spec
    timeZone: (zone: string) => `Time zone: ${zone}`,
    breadcrumbs: 'Breadcrumbs',
    find: 'Search or jump to...',
    switchStore: 'Switch store',
    switchStoreShort: 'Switch',
    jobs: (underWay: number) => (underWay > 0 ? `Jobs, ${underWay} under way` : 'Jobs'),
    attention: (title: string, count: number) => `${title}, ${count} need attention`,
    account: 'your account',
    locked: (permission: string) =>
      `Your account needs the permission "${permission}" to open this page.`,
    groups: 'Groups',
    noGroups: 'None',
    stores: 'Stores',
    allStores: 'All stores',
    noStores: 'None',
    moreStores: (names: string, more: number) => `${names}, and ${formatNumber(more)} more`,
  },
  list: {
    has: 'includes',
    is: 'is',
    atLeast: 'is at least',
    atMost: 'is at most',
    since: 'is from',
    until: 'is until',
    filter: 'Filter',
    views: 'Views',
    all: 'All',
    search: 'Search',
    filters: 'Filters',
    apply: 'Apply',
    clear: 'Clear all',
    removeFilter: (filter: string) => `Remove filter ${filter}`,
    columns: 'Columns',
    saveView: 'Save view',
    pages: 'Pages',
    pageSize: 'Rows per page',
    previous: 'Previous',
    next: 'Next',
    total: (count: number, capped: boolean) => `${formatNumber(count)}${capped ? '+' : ''}`,
    actions: 'Actions',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all rows of this page',
    selected: (count: number | string) => `${count} selected`,
    chooseTicked: 'Choose the ticked rows',
    more: 'More',
    paste: 'Paste many',
    export: 'Export as CSV',
    import: 'Import CSV',
    reorder: 'Reorder',
    delete: 'Delete',
    any: 'Any',
    yes: 'Yes',
    no: 'No',
    off: 'Off',
    from: 'from',
    to: 'to',
    contains: 'contains',
    /** A hyphen, since a dash makes every page of a list dearer (README, "Pages"). */
    range: (from: number, to: number, total: string) =>
      `${formatNumber(from)}-${formatNumber(to)} of ${total}`,
    noMatch: (many: string, search: string, filtered: boolean) =>
      `No ${many} match ${[search && `“${search}”`, filtered && 'these filters'].filter(Boolean).join(' and ')}.`,
    reversed: (field: string) => `${field}: “from” is more than “to”, so nothing can match.`,
    noMore: (many: string) => `No more ${many}.`,
    clearSearch: 'Clear search',
    clearFilters: 'Clear filters',
    toStart: 'First page',
    sortBy: (column: string) => `Sort by ${column}`,
    empty: (many: string) => `No ${many} yet`,
  },
  /** Why a filter is not applied; each ends a sentence that begins with the filter. */
  filters: {
    unknown: 'is not a filter of this list',
    comparison: (asked: string) => `is not compared by ${asked}`,
    number: 'must be a number',
    date: 'must be a date',
    choice: 'must be one of its choices',
    long: (max: number) => `must be at most ${max} characters`,
    unsorted: 'must be a column that this list can be sorted by',
    limit: (max: number) => `must be a whole number from 1 to ${max}`,
    noPage: 'is no page of this list, which is shown from its start',
    noColumn: 'is no column of this list',
    pageGone: 'That page is gone: the list is shown from its start.',
    noParameter: 'is not understood by this list',
    twice: 'may be given once',
    unreadable: 'cannot be read',
    unread: (filter: string, why: string, value: string) =>
      value ? `${filter} ${why}: "${value}" is not applied.` : `${filter} ${why}.`,
    /** What parameters that are no filters are called. */
    parameters: {
      search: 'The search',
      sort: 'The order',
      limit: 'Rows per page',
      after: 'The page',
      columns: 'Columns',
    },
    forget: 'Remove',
  },
  form: {
    create: (one: string) => `Create ${one}`,
    new: (one: string) => `New ${one}`,
    newInTab: (one: string) => `New ${one}...`,
    createdAndSelected: (name: string) => `Created ${name} and selected it.`,
    leave: 'Leave without saving what you changed?',
    stay: 'Stay',
    required: 'required',
    optional: 'optional',
    neededToActivate: 'Needed to activate',
    secretSet: (hint: string | null, when: string) =>
      `Set${hint === null ? '' : `, ends in ${hint}`}${when === '' ? '' : `, changed ${when}`}`,
    secretUnset: 'Not set',
  },
  combobox: {
    none: 'Nothing found',
    failed: 'The search did not work. Type again.',
    which: (field: string, label: string) => `${field} named "${label}"`,
  },
  failures: {
    title: 'This did not work',
    retry: 'Try again',
    leave: (title: string) => `Go to ${title}`,
    requestId: (id: string) => `Request ${id}`,
    unreachable: 'The platform does not answer right now. Try again in a moment.',
    timeout: 'The platform took too long to answer. Try again in a moment.',
    badAnswer: 'The platform answered something this console does not understand.',
    alreadyDone:
      'What you sent before was saved, although its answer was lost. Reload the page to see it.',
    inProgress: 'The same request is still under way. Try again in a moment.',
    busy: 'The console is busy. Try again in a moment.',
    throttled: 'Too many tries. Wait a little and try again.',
    internal: 'Something went wrong on our side.',
    tooLarge: 'That is more than this page can take (1 MB).',
    wrongState: 'This is not possible in its present state. Reload the page to see it.',
    badRequest: 'The console could not read what was sent.',
    network: 'The console could not be reached. Check your connection.',
    notOffered: (what: string) => `This platform does not offer ${what}.`,
    gone: (one: string) => `This ${one} does not exist, or no longer exists.`,
    chunk: 'A part of this page could not be loaded. Perhaps the console was updated.',
    reload: 'Reload the page',
  },
  notFound: {
    title: 'Page not found',
  },
  forbidden: {
    title: 'Not allowed',
    text: (permission: string) =>
      `This page needs the permission ${permission}, which your account does not have.`,
    call: (permission: string) =>
      `This needs the permission ${permission}, which your account does not have. Who holds it and may manage users or user groups can grant it.`,
    unnamed: 'Your account does not have the permission for this.',
    who: 'Who holds it and may manage users or user groups can grant it.',
    see: 'See who that is',
  },
} as const
