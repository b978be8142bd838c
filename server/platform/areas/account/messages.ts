/** The texts of the calls of the caller's own account. */
export const ownAccountMessages = {
  session: 'session',
  currentSession: 'This is the session that you use now. Sign out to end it.',
  cursorNotValid: '"after" isn\'t a cursor of this list. Start with the first page.',
} as const
