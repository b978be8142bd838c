import { defineArea } from '#server/platform/core/area/area.ts'
import { createSearchCall } from './searchCall.ts'
import { addNewWords, collectWords } from './similarWords.ts'

export const searchArea = defineArea({
  name: 'search',
  calls: ({ modules }) => [createSearchCall(modules)],
  chores: [
    {
      name: 'searchWords',
      cron: '* * * * *',
      run: collectWords,
      failure: "New words couldn't be added to the search",
    },
  ],
  seed: { afterStores: ({ trx }) => addNewWords(trx) },
})
