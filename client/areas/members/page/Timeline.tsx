import { Suspense } from 'react'
import { useSelector } from '@xstate/react'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import type {
  MemberTimelineEntry,
  MemberTimelinePage,
  TimelineKind,
} from '#shared/areas/members/memberTimeline.ts'
import { formatInstant } from '#shared/format/dates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section, markdownPart } from '#client/frame/index.ts'
import { useActors, useCan, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { formatEntry } from './formatEntry.ts'
import { buildMemberUrl } from './memberUrl.ts'
import type { MemberView } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'
import * as styles from './MemberPage.css.ts'

type Props = { member: AnyRecord; page: MemberTimelinePage; view: MemberView }

/** Everything that happened to a member, newest first, with a link to each kind of entry. */
export function MemberTimeline({ member, page, view }: Props) {
  const { data, next, kinds } = page
  const { kind, after } = view
  // A newer platform may have more kinds.
  const shownKinds = (Object.keys(timelineKinds) as TimelineKind[]).filter((name) =>
    kinds.includes(name),
  )
  return (
    <Section id="timeline" title={memberPageTexts.timeline}>
      <div className={styles.kinds}>
        <Tabs
          label={memberPageTexts.kindsLabel}
          tabs={[
            { title: memberPageTexts.all, to: buildMemberUrl(member.id), current: kind === null },
            ...shownKinds.map((name) => ({
              title: timelineKinds[name].label,
              to: buildMemberUrl(member.id, { kind: name }),
              current: kind === name,
            })),
          ]}
        />
      </div>
      {data.length === 0 ? (
        <p className={styles.inset}>
          {kind === null ? memberPageTexts.none : memberPageTexts.noneOfKind}
        </p>
      ) : (
        <ol className={styles.entries}>
          {data.map((entry) => (
            <TimelineItem
              key={`${entry.source}-${entry.id}`}
              entry={entry}
              member={member}
              view={view}
            />
          ))}
        </ol>
      )}
      {(next !== null || after !== null) && (
        <nav className={styles.pager} aria-label={memberPageTexts.timeline}>
          {after !== null && (
            <Link to={buildMemberUrl(member.id, { kind })}>{memberPageTexts.newest}</Link>
          )}
          {next !== null && (
            <Link to={buildMemberUrl(member.id, { kind, after: next })}>
              {memberPageTexts.older}
            </Link>
          )}
        </nav>
      )}
    </Section>
  )
}

type ItemProps = { entry: MemberTimelineEntry; member: AnyRecord; view: MemberView }

function TimelineItem({ entry, member, view }: ItemProps) {
  const zone = useTimeZone()
  const can = useCan()
  const storeId = typeof member['storeId'] === 'number' ? member['storeId'] : null
  const { heading, details, tone, link } = formatEntry(entry, { storeId, zone })
  const isNote = entry.source === 'note'
  return (
    <li className={styles.entry} data-tone={tone} id={isNote ? `note-${entry.id}` : undefined}>
      <span className={styles.entryHeading}>
        {link && can(link.of) ? <Link to={link.to}>{heading}</Link> : heading}
        {isNote && <NoteLink {...{ entry, member, view }} />}
      </span>
      <Instant at={entry.at} className={styles.time} />
      {details.length > 0 && (
        <p className={styles.details}>
          {details.map((detail, index) => (
            <span key={index}>{detail} </span>
          ))}
        </p>
      )}
      {isNote && (
        <div className={styles.note}>
          {/* The page that the server rendered is there before the part: React waits for it. */}
          <Suspense>
            <NoteText text={entry.title ?? ''} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

function NoteText({ text }: { text: string }) {
  const part = useLazyPart(markdownPart)
  return part && <part.MarkdownText>{text}</part.MarkdownText>
}

/** Offers the author of a note to edit it. */
function NoteLink({ entry, member, view: { kind, after } }: ItemProps) {
  const { session } = useActors()
  const userId = useSelector(session, ({ context }) => context.user?.id)
  const zone = useTimeZone()
  if (userId === undefined || entry.details['authorId'] !== userId) return null
  return (
    <>
      {' '}
      <Link
        to={buildMemberUrl(member.id, { kind, after, panel: 'note', noteId: entry.id })}
        preventScrollReset
        className={styles.time}
        aria-label={memberPageTexts.editNoteFrom(formatInstant(entry.at, zone))}
      >
        {memberPageTexts.editNote}
      </Link>
    </>
  )
}
