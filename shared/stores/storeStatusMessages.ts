/** What the forms say that change the status of a store. */
export const storeStatusMessages = {
  explain: {
    activate: 'Members can enter and order.',
    suspend: 'Members can no longer enter. Orders under way go on.',
    startMaintenance: 'Members see that the store is being worked on.',
    endMaintenance: 'Members can enter and order again.',
    archive: 'The store is put away: nobody can enter, nothing is lost.',
  },
  title: 'Status',
  changed: (who: string) =>
    `${who} changed this store after you opened it. Look at it again, or go on all the same.`,
} as const
