import { defineArea } from '#server/platform/core/area/area.ts'
import { createSearchCall } from './searchCall.ts'
import { collectWords } from './similarWords.ts'

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
})
