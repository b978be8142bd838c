import { Suspense } from 'react'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import type { TimelineKind } from '#shared/areas/members/memberTimeline.ts'
import { members } from '#shared/areas/members/members.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section } from '#client/frame/index.ts'
import { commentsPart } from '#client/list/comments/commentsPart.ts'
import type { CommentFormContext } from '#client/list/comments/commentsPart.ts'
import { useCan, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import type { DescribedEntry, DescribedTimeline } from './describeTimeline.ts'
import { formatEntry } from './formatEntry.ts'
import { buildMemberUrl } from './memberUrl.ts'
import type { MemberView } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'
import * as styles from './MemberPage.css.ts'

type CommentForms = Omit<CommentFormContext, 'subject'>
type Props = { member: AnyRecord; page: DescribedTimeline; view: MemberView } & CommentForms

/** Everything that happened to a member, newest first, with a link to each kind of entry. */
export function MemberTimeline({ member, page, view, ...form }: Props) {
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
              form={form}
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

type ItemProps = {
  entry: DescribedEntry
  member: AnyRecord
  view: MemberView
  form: CommentForms
}

function TimelineItem({ entry, member, view, form }: ItemProps) {
  const zone = useTimeZone()
  const can = useCan()
  const storeId = typeof member['storeId'] === 'number' ? member['storeId'] : null
  const { heading, details, tone, link } = formatEntry(entry, { storeId, zone })
  const isComment = entry.source === 'comment'
  const comment = toComment(entry)
  const hasText = entry.details['hasText'] === true
  return (
    <li
      className={styles.entry}
      data-tone={tone}
      id={isComment ? `comment-${entry.id}` : undefined}
      tabIndex={isComment ? -1 : undefined}
    >
      <span className={styles.entryHeading}>
        {link && can(link.of) ? <Link to={link.to}>{heading}</Link> : heading}{' '}
        {isComment && (
          <Suspense>
            <EditLink comment={comment} />
          </Suspense>
        )}
      </span>
      <Instant at={entry.at} className={styles.time} />
      {(details.length > 0 || hasText) && (
        <p className={styles.details}>
          {details.map((detail, index) => (
            <span key={index}>{detail} </span>
          ))}
          {hasText && <EmailLink entry={entry} memberId={member.id} view={view} />}
        </p>
      )}
      {isComment && (
        <div className={styles.comment}>
          {/* The page that the server rendered is there before the part: React waits for it. */}
          <Suspense>
            <CommentText comment={comment} memberId={member.id} form={form} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

type EmailLinkProps = { entry: DescribedEntry; memberId: number; view: MemberView }

/** Opens the text of an email over the page. */
function EmailLink({ entry: { id, title }, memberId, view: { kind, after } }: EmailLinkProps) {
  const to = buildMemberUrl(memberId, { kind, after, panel: 'email', emailId: id })
  return (
    <Link to={to} preventScrollReset aria-label={`${memberPageTexts.showEmail}: ${title ?? ''}`}>
      {memberPageTexts.showEmail}
    </Link>
  )
}

const toComment = ({ id, at, title, details }: DescribedEntry) => ({
  id,
  body: title ?? '',
  createdAt: at,
  authorId: typeof details['authorId'] === 'number' ? details['authorId'] : null,
})

type TimelineComment = ReturnType<typeof toComment>

function EditLink({ comment }: { comment: TimelineComment }) {
  const part = useLazyPart(commentsPart)
  return part && <part.EditCommentLink comment={comment} />
}

type CommentTextProps = { comment: TimelineComment; memberId: number; form: CommentForms }

function CommentText({ comment, memberId, form }: CommentTextProps) {
  const part = useLazyPart(commentsPart)
  const subject = { resource: members.name, recordId: memberId }
  return part && <part.CommentBody comment={comment} subject={subject} {...form} />
}
