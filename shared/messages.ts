import { formatNumber } from './format/numbers.ts'

/**
 * Texts of many pages; texts of one page are in its own file, loaded with it. spec.md sections 5
 * and 8 fix those marked "spec".
 */
export const messages = {
  loading: 'Loading...', // spec
  processing: 'Processing', // spec
  product: 'Operator console',
  /** Labels a menu item or button whose action opens a panel first. */
  addEllipsis: (action: string) => `${action}...`,
  /** Who did something. */
  by: (actor: string) => `By ${actor}`,
  whenBy: (when: string, actor: string) => `${when}, by ${actor}`,
  validation: {
    required: (field: string) => `${field} is a required field`, // spec
    invalid: (field: string) => `${field} is not valid.`, // spec
    tooLong: (field: string, max: number) => `${field} must be at most ${max} characters`,
    tooShort: (field: string, min: number) => `${field} must be at least ${min} characters`,
    tooSmall: (field: string, min: number | string) => `${field} must be ${min} or more`,
    tooLarge: (field: string, max: number | string) => `${field} must be ${max} or less`,
    notAmount: (field: string) => `${field} must be an amount like 12.50`,
    amountFormat: (field: string, example: string) =>
      `${field} must be an amount like ${example}. Use commas only between thousands and a period before decimals.`,
    wholeAmountFormat: (field: string, example: string) =>
      `${field} must be an amount like ${example}, without decimals. Use commas only between thousands.`,
    ambiguousAmount: (field: string, typed: string, example: string) =>
      `${field}: "${typed}" could mean two different amounts. Enter amounts like ${example}, or separate the file's columns with commas.`,
    decimalFormat: (field: string) =>
      `${field} must be a number like 1234.5, with a period before decimals.`,
    notWhole: (field: string) => `${field} must be a whole number`,
    notNumber: (field: string) => `${field} must be a number`,
    tooPrecise: (field: string, places: number) =>
      `${field} must have at most ${places} decimal places`,
    /** Names only a few of many options. */
    notOneOf: (field: string, options: readonly string[]) =>
      options.length > 12
        ? `${field} must be one of ${options.slice(0, 3).join(', ')}, or ${options.length - 3} others`
        : `${field} must be one of ${options.join(', ')}`,
    tooMany: (field: string, max: number) => `${field} must have at most ${max} entries`,
    twice: (field: string) => `${field} can't have the same entry twice`,
    /** For a name that no record has, or several have. */
    notOne: (field: string, label: string, count: number) =>
      count === 0
        ? `${field}: we found nothing named "${label}"`
        : `${field}: ${formatNumber(count)} records are named "${label}". Choose one of them.`,
    taken: (field: string, within: string) =>
      within === '' ? `${field} is already used` : `${field} is already used in this ${within}`,
    notDate: (field: string) => `${field} must be a valid date`,
    notInstant: (field: string) => `${field} must be a valid date and time`,
    notUploaded: (field: string) => `${field}: upload the file first`,
    notColour: (field: string) => `${field} must be a color like #1A2B3C`,
    unknownField: (field: string) => `There's no field named ${field}`,
  },
  shell: {
    skip: 'Skip to content',
    dashboard: 'Dashboard',
    myAccount: 'My account',
    viewing: (name: string) => `You're viewing as ${name} and can't change anything.`,
    viewEnds: (when: string) => `The view ends at ${when}.`,
    viewMinutesLeft: (minutes: number) =>
      minutes === 1 ? '1 minute left.' : `${minutes} minutes left.`,
    stopViewing: 'Stop viewing',
    notifications: 'Notifications',
    closeNotification: 'Close notification',
    undo: 'Undo',
    allTabs: 'All tabs',
    undoOf: (name: string) => `Undo the change to ${name}`,
    menu: 'Main menu',
    collapseMenu: 'Collapse menu',
    expandMenu: 'Expand menu',
    userMenu: 'User menu',
    logOut: 'Log Out', // spec
    timeZone: (zone: string) => `Time zone: ${zone}`,
    breadcrumbs: 'Breadcrumbs',
    find: 'Search or jump to...',
    switchStore: 'Switch store',
    switchStoreShort: 'Switch',
    jobs: (underWay: number) => (underWay > 0 ? `Jobs, ${underWay} running` : 'Jobs'),
    attention: (title: string, count: number) =>
      count === 1 ? `${title}, 1 needs attention` : `${title}, ${count} need attention`,
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
    moreFilters: 'More filters',
    moreComparisons: 'More comparisons',
    findPasted: 'Find pasted values',
    atLeast: 'is at least',
    atMost: 'is at most',
    since: 'is on or after',
    until: 'is on or before',
    filter: 'Filter',
    views: 'Views',
    all: 'All',
    search: 'Search',
    filters: 'Filters',
    apply: 'Apply',
    clear: 'Clear all',
    removeFilter: (filter: string) => `Remove filter: ${filter}`,
    columns: 'Columns',
    saveView: 'Save view',
    pages: 'Pages',
    pageSize: 'Rows per page',
    previous: 'Previous',
    next: 'Next',
    total: (count: number, capped: boolean) => `${formatNumber(count)}${capped ? '+' : ''}`,
    actions: 'Actions',
    select: (name: string) => `Select ${name}`,
    pictureOf: (picture: string, name: string) => `${picture} of ${name}`,
    selectAll: 'Select all rows on this page',
    selected: (count: number | string) => `${count} selected`,
    chooseTicked: 'Show bulk actions',
    more: 'More',
    paste: 'Paste rows',
    export: 'Export as CSV',
    import: 'Import CSV',
    reorder: 'Reorder',
    delete: 'Delete',
    any: 'Any',
    yes: 'Yes',
    no: 'No',
    from: 'from',
    to: 'to',
    contains: 'contains',
    range: (from: number, to: number, total: string) =>
      `${formatNumber(from)}–${formatNumber(to)} of ${total}`,
    noMatch: (many: string, search: string, filtered: boolean) => {
      if (search === '') return `No ${many} match these filters.`
      return filtered
        ? `No ${many} match "${search}" and these filters.`
        : `No ${many} match "${search}".`
    },
    reversed: (field: string) =>
      `${field}: the "from" and "to" values are reversed, so nothing can match.`,
    noMore: (many: string) => `There are no other ${many}.`,
    clearSearch: 'Clear search',
    clearFilters: 'Clear filters',
    toStart: 'First page',
    columnWidth: (column: string) => `Width of ${column}`,
    columnWidths: 'column widths',
    widthsNotSaved: "Column widths couldn't be saved",
    sort: 'Sort by...',
    sortPlace: (place: number, columns: number, direction: string) =>
      `Sort column ${place} of ${columns}, ${direction}`,
    sortBy: (column: string) => `Sort by ${column}`,
    empty: (many: string) => `No ${many} yet`,
    selectedGone: (many: string) => `The selected ${many} don't exist anymore`,
    savedGone: (many: string) => `No ${many} in this saved selection exist anymore`,
    showAll: 'Show all rows',
    savedSelection: 'Saved selection',
    someLeft: (left: string, saved: string) =>
      `You can view ${left} of ${saved} saved records. The others were deleted or aren't visible to you.`,
  },
  /** Why a filter isn't applied; each ends a sentence that begins with the filter. */
  filters: {
    unknown: "isn't a filter in this list",
    comparison: (comparison: string) => `doesn't support "${comparison}" comparisons`,
    number: 'must be a number',
    date: 'must be a date',
    choice: 'must be one of the available options',
    long: (max: number) => `must be at most ${max} characters`,
    comparisonValue: "has a value that this comparison can't use",
    exceeds: (max: number, what: string) => `has too many ${what} (maximum ${formatNumber(max)})`,
    unsorted: 'must use sortable columns',
    longSort: (max: number) => `can have at most ${max} columns`,
    repeatedSort: 'can use each column only once',
    limit: (max: number) => `must be a whole number (maximum ${max})`,
    noPage: "doesn't exist, so the first page is shown",
    noColumn: "isn't in this list",
    pageGone: "That page doesn't exist anymore. Here's the first page.",
    noParameter: "isn't supported by this list",
    unknownParameter: (name: string) => `The parameter "${name}"`,
    twice: 'can be used only once',
    unreadable: "can't be read",
    unread: (filter: string, reason: string, value: string) =>
      value ? `${filter} ${reason}. We ignored "${value}".` : `${filter} ${reason}.`,
    /** Names of parameters that aren't filters. */
    parameters: {
      search: 'The search',
      sort: 'The sort order',
      limit: 'Rows per page',
      after: 'The page',
      columns: 'The column',
      selection: 'The saved selection',
      only: 'The choice of rows',
    },
    forget: 'Remove',
  },
  form: {
    create: (one: string) => `Create ${one}`,
    new: (one: string) => `New ${one}`,
    newInTab: (one: string) => `New ${one}...`,
    createdAndSelected: (name: string) => `Created ${name} and selected it.`,
    leave: 'Leave without saving your changes?',
    stay: 'Stay',
    required: 'Required',
    optional: 'Optional',
    neededToActivate: 'Required to activate',
    secretSet: (hint: string | null, when: string) => {
      if (when === '') return hint === null ? 'Saved' : `Saved (ends in ${hint})`
      return hint === null
        ? `Saved (last changed ${when})`
        : `Saved (ends in ${hint}, last changed ${when})`
    },
    secretUnset: 'Not set',
  },
  combobox: {
    none: 'No results',
    failed: 'The search failed. Type again to retry.',
    which: (field: string, label: string) => `${field} named "${label}"`,
  },
  failures: {
    title: 'Something went wrong',
    retry: 'Try again',
    leave: (title: string) => `Go to ${title}`,
    requestId: (id: string) => `Request ${id}`,
    unreachable: "The platform isn't responding. Try again in a moment.",
    timeout: 'The platform took too long to respond. Try again in a moment.',
    badAnswer: 'The platform returned an unexpected response. Try again in a moment.',
    alreadyDone:
      'Your earlier change was saved, but the confirmation was lost. Reload the page to see it.',
    inProgress: 'The same request is still running. Try again in a moment.',
    busy: 'The console is busy. Try again in a moment.',
    throttled: 'Too many attempts. Wait a minute, then try again.',
    internal: 'Something went wrong on our side. Try again in a moment.',
    tooLarge: "Your request is larger than this page's limit of 1 MB. Send less data at a time.",
    wrongState: "This can't be done right now because the record has changed. Reload the page.",
    badRequest: "The console couldn't read this request. Reload the page and try again.",
    network: "We couldn't reach the console. Check your connection, then try again.",
    notOffered: (what: string) => `This platform doesn't support ${what}.`,
    gone: (one: string) => `This ${one} doesn't exist, or it was deleted.`,
    chunk: "Part of this page couldn't load. The console may have been updated.",
    reload: 'Reload page',
  },
  notFound: {
    title: 'Page not found',
  },
  forbidden: {
    title: 'No permission',
    text: (permission: string) =>
      `You don't have permission to open this page. You need ${permission}.`,
    call: (permission: string) =>
      `You don't have permission to do this. You need ${permission}. Ask someone who has it and can manage users or user groups.`,
    unnamed: "You don't have permission to do this.",
    who: 'Ask someone who has this permission and can manage users or user groups.',
    see: 'See who can grant it',
  },
} as const
