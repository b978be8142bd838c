import { Readable } from 'node:stream'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import type { MemberTimelineEntry, TimelineKind } from '#shared/areas/members/memberTimeline.ts'
import { members } from '#shared/areas/members/members.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createAuditor, toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { createCsvResult } from '#server/platform/core/csv/csvResult.ts'
import type { Call, CallResult } from '#server/platform/core/http/call.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { memberPageCallMessages } from './messages.ts'
import { addEmailTexts } from './addEmailTexts.ts'
import { kinds, loadTimelinePage } from './timelineCall.ts'
import type { TimelineMember } from './timelineSources.ts'

const exportPageSize = 1000

const exportFormats = ['json', 'csv'] as const

/** The columns of an entry after its kind and time. */
const entryColumns = [
  'source',
  'id',
  'recordId',
  'title',
  'status',
  'amount',
  'unit',
  'balance',
  'reason',
  'actor',
  'details',
] as const satisfies readonly (keyof MemberTimelineEntry)[]

type MemberExport = {
  member: AnyRecord
  /** Kinds of entries that the caller's permissions include, and the others. */
  visible: readonly TimelineKind[]
  leftOut: readonly TimelineKind[]
  loadPages: (kind: TimelineKind) => AsyncIterable<MemberTimelineEntry[]>
}

/**
 * GET /members/ID/export: everything about a member in one file. It names the kinds of entries that
 * the caller's permissions leave out.
 */
async function handleExportMember(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { query } = request
  requireKnownParameters(query, ['format'])
  const format = exportFormats.find((one) => one === (query.get('format') ?? 'json'))
  if (!format) throw badRequest(memberPageCallMessages.notFormat)
  const resource = limitToCaller(caller, members)
  const member = await loadRecord(platform.db, resource, parseRecordId(members, request))
  const isVisible = (kind: TimelineKind) => hasPermission(timelineKinds[kind].permission, caller)
  const { id, email, storeId } = member as unknown as TimelineMember // A member has these fields.
  const file: MemberExport = {
    member,
    visible: kinds.filter(isVisible),
    leftOut: kinds.filter((kind) => !isVisible(kind)),
    loadPages: (kind) => loadEntryPages(platform, { id, email, storeId }, kind),
  }
  await createAuditor(platform.db, {
    asked: request,
    now: platform.now().toISOString(),
    actor: caller.email,
  })({
    event: 'members.exported',
    stream: 'security',
    target: toAuditTarget(members, member),
    after: { format },
  })
  const name = `member-${id}`
  return format === 'csv'
    ? createCsvResult(name, generateLines(file))
    : createJsonResult(name, file)
}

async function* loadEntryPages(platform: Platform, member: TimelineMember, kind: TimelineKind) {
  for (let after: string | null = null; ;) {
    const { data, next }: { data: MemberTimelineEntry[]; next: string | null } =
      await loadTimelinePage(platform, member, { kinds: [kind], after, limit: exportPageSize })
    yield await addEmailTexts(platform, data)
    if (next === null) return
    after = next
  }
}

/** Streams one object: the member, and an array for each kind of entry. */
function createJsonResult(name: string, file: MemberExport): CallResult {
  async function* generateText() {
    const { member, leftOut, visible, loadPages } = file
    yield `{"member":${JSON.stringify(member)},"leftOut":${JSON.stringify(leftOut)}`
    for (const kind of visible) {
      yield `,"${kind}":[`
      let separator = ''
      for await (const page of loadPages(kind)) {
        if (page.length === 0) continue
        yield separator + page.map((entry) => JSON.stringify(entry)).join(',')
        separator = ','
      }
      yield ']'
    }
    yield '}'
  }
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.json"`,
  }
  return { status: 200, content: { headers, open: async () => Readable.from(generateText()) } }
}

/** Generates a line for the member, each entry, and each kind that is left out. */
async function* generateLines({ member, visible, leftOut, loadPages }: MemberExport) {
  const toLine = (kind: string, time: string, entry: Partial<MemberTimelineEntry>) => [
    kind,
    time,
    ...entryColumns.map((name) => formatExportCell(entry[name])),
  ]
  yield [
    ['kind', 'time', ...entryColumns],
    toLine('member', member.createdAt, {
      id: member.id,
      title: String(member['name']),
      details: member,
    }),
    ...leftOut.map((kind) => toLine(kind, '', { reason: memberPageCallMessages.leftOut })),
  ]
  for (const kind of visible)
    for await (const page of loadPages(kind))
      yield page.map((entry) => toLine(kind, entry.at, entry))
}

const formatExportCell = (value: unknown): string =>
  typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '')

export const exportCall: Call = {
  kind: 'read',
  permission: `${members.permission}:export`,
  method: 'get',
  path: '/members/:id/export',
  summary:
    'Export everything about a member: the record, orders, payments, credits, gift cards, emails, sign-ins, moves, changes, and comments. Kinds that need another permission are left out and named.',
  query: [
    {
      name: 'format',
      description: 'JSON with an array for each kind of entry, or CSV with a line for each entry',
      schema: { type: 'string', enum: exportFormats },
    },
  ],
  success: { status: 200, types: ['application/json', 'text/csv'] },
  handler: handleExportMember,
}
