import { expect, test } from 'vitest'
import { toJobLink } from '#shared/engine/jobs/jobCalls.ts'

const job = { id: 2, title: 'Retry 21 payments' }

test.each([
  ['/sizes', '/sizes?jobs=2'],
  ['/paymentAttempt?incidents', '/paymentAttempt?incidents&jobs=2'],
  ['/paymentAttempt?incidents&jobs=1', '/paymentAttempt?incidents&jobs=2'],
])("a job's link over %s is %s", (path, to) => {
  expect(toJobLink(job, path)).toMatchObject({ id: 2, name: 'Retry 21 payments', to })
})
