import { eventOutcomes } from '#shared/areas/payments/setupCalls.ts'
import { matchedKinds } from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind } from '#shared/areas/printful/printfulCalls.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { accountOf } from './account.ts'
import { syncCatalogue } from './catalogue.ts'
import { answerMatches, keepMatches } from './matches.ts'
import { fetchAccount, repairWebhooks } from './webhooks.ts'

const path = (part: string) => `/${printfulSetup.name}/:id/${part}`
const [read, write] = [
  `${printfulSetup.permission}:read`,
  `${printfulSetup.permission}:write`,
] as const
const outcome = { type: 'string', enum: Object.keys(eventOutcomes) }

const account = object({
  address: orNull(text),
  scopes: orNull(object({ at: instant, found: listOf(text) })),
  storesAt: orNull(instant),
  stores: listOf(
    object({
      theirs: whole,
      name: orNull(text),
      ours: orNull(object({ id: whole, code: text, name: text })),
      fault: orNull(text),
      webhookExpiresAt: orNull(instant),
    }),
  ),
  events: listOf(
    object({ id: whole, kind: text, receivedAt: instant, theirs: whole, outcome, sentence: text }),
  ),
})
const matches = object({
  at: orNull(instant),
  matched: whole,
  total: whole,
  unmatched: listOf(
    object({
      id: whole,
      name: text,
      code: text,
      hex: orNull(text),
      theirs: orNull(text),
      suggested: orNull(
        object({ name: text, hex: orNull(text), distance: orNull({ type: 'number' }) }),
      ),
    }),
  ),
  options: listOf(text),
  unused: listOf(text),
  may: { type: 'boolean' },
})

const asking = {
  kind: 'asking',
  needs: write,
  method: 'post',
  refusals: [409, 422, 429],
} as const

/** The calls of accounts at Printful besides those that every integration has (shared/areas/printful/printfulCalls.ts). */
export const printfulCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: read,
    method: 'get',
    path: path('account'),
    summary: "Get an account's last known scopes, stores with their webhooks, and events",
    success: { status: 200, schema: account },
    async answer(asked, platform, caller) {
      const id = recordIdOf(printfulSetup, asked)
      const record = await readRecord(platform.db, scopedTo(caller, printfulSetup), id)
      return { status: 200, body: await accountOf(platform, platform.db, record, caller) }
    },
  },
  {
    ...asking,
    path: path('account'),
    summary: "Refresh the token's scopes, the stores, and their webhooks from Printful",
    success: { status: 200, schema: account },
    answer: fetchAccount,
  },
  {
    ...asking,
    path: path('webhooks'),
    summary: 'Register a webhook for each mapped store that lacks a valid one',
    query: [reachParameter('replacing webhooks that point to other URLs')],
    success: { status: 200, schema: account },
    answer: repairWebhooks,
  },
  {
    ...asking,
    path: path('catalogue'),
    summary: 'Start a job that syncs products with their sizes and colors',
    success: { status: 202, schema: object({ id: whole }) },
    answer: syncCatalogue,
  },
  ...(Object.keys(matchedKinds) as MatchedKind[]).flatMap((kind): Call[] => [
    {
      kind: 'read',
      needs: `${(kind === 'sizes' ? sizes : colors).permission}:read`,
      method: 'get',
      path: path(`matches/${kind}`),
      limit: 'comparisons',
      summary: `List ${kind} without a match at Printful, with suggestions`,
      success: { status: 200, schema: matches },
      answer: (asked, platform, caller) => answerMatches(kind, asked, platform, caller),
    },
    {
      kind: 'write',
      needs: `${(kind === 'sizes' ? sizes : colors).permission}:write`,
      method: 'post',
      path: path(`matches/${kind}`),
      summary: `Match ${kind} with their names at Printful`,
      body: object({ matches: listOf(object({ id: whole, theirs: text })) }),
      success: { status: 200, schema: object({ changed: whole }) },
      refusals: [409, 413, 415, 422],
      answer: (change) => keepMatches(kind, change),
    },
  ]),
]
