import { members } from '#shared/areas/members/members.ts'
import type {
  MemberTimelineEntry,
  MemberTimelinePage,
} from '#shared/areas/members/memberTimeline.ts'
import { logsArea } from '#client/frame/index.ts'

/** An entry of the timeline. One of the audit log comes with its sentences. */
export type DescribedEntry = MemberTimelineEntry & {
  described?: { heading: string; changes: string }
}

/** A page of the timeline. */
export type DescribedTimeline = Omit<MemberTimelinePage, 'data'> & { data: DescribedEntry[] }

/** Describes the entries of the audit log on a page of the timeline. */
export async function describeTimeline(
  loading: Promise<MemberTimelinePage>,
  loadZone: () => Promise<string>,
): Promise<DescribedTimeline> {
  const [page, zone, { describeChanges, formatLogEvent }] = await Promise.all([
    loading,
    loadZone(),
    logsArea.load(),
  ])
  const describe = (entry: MemberTimelineEntry): DescribedEntry => {
    if (entry.source !== 'change') return entry
    const change = { event: entry.title ?? '', targetType: members.name, changes: entry.details }
    const described = {
      heading: formatLogEvent(change.event),
      changes: describeChanges(change, zone),
    }
    return { ...entry, described }
  }
  return { ...page, data: page.data.map(describe) }
}
