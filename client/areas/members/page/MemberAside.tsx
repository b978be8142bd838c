import { Fragment, Suspense } from 'react'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { members } from '#shared/areas/members/members.ts'
import type { MemberOverview } from '#shared/areas/members/memberOverview.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Section } from '#client/frame/index.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { commentsPart } from '#client/list/comments/commentsPart.ts'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { buildLedgerUrl, buildMemberUrl } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'
import * as styles from './MemberPage.css.ts'

type Props = { overview: MemberOverview; writeKey: string; refused: RejectedForm | undefined }

/** What's beside the timeline: a new comment, the credits, and why the group. */
export const MemberAside = ({ overview, writeKey, refused }: Props) => (
  <div className={styles.aside}>
    <Section id="comments" title={memberPageTexts.comments}>
      <div className={styles.inset}>
        {/* The page that the server rendered is there before the part: React waits for it. */}
        <Suspense>
          <NewComment memberId={overview.member.id} writeKey={writeKey} refused={refused} />
        </Suspense>
      </div>
    </Section>
    <CreditsSection overview={overview} />
    <GroupSection group={overview.group} />
  </div>
)

function NewComment({ memberId, ...form }: Omit<Props, 'overview'> & { memberId: number }) {
  const part = useLazyPart(commentsPart)
  const subject = { resource: members.name, recordId: memberId }
  // A new key after each comment, so that the input is empty again.
  return part && <part.CommentForm key={form.writeKey} subject={subject} {...form} />
}

const CreditsSection = ({
  overview: { member, balances, waitingCredits },
}: Pick<Props, 'overview'>) => (
  <Section id="credits" title={memberPageTexts.credits}>
    <div className={styles.lines}>
      {balances.length === 0 && <p className={styles.soft}>{memberPageTexts.noCredits}</p>}
      {balances.map(({ unit, balance, expiring }) => (
        <Fragment key={unit}>
          <Link to={buildLedgerUrl(member.id)} className={styles.balance}>
            {formatMoney(balance, unit)}
          </Link>
          {expiring && (
            <p className={styles.soft}>
              <Instant
                at={expiring.at}
                format={memberPageTexts.expiring(formatMoney(expiring.amount, unit))}
              />
            </p>
          )}
        </Fragment>
      ))}
      {waitingCredits.map(({ unit, count, amount }) => (
        <Link
          key={unit}
          to={`${creditRequests.path}&filter[memberId][eq]=${member.id}&filter[state][eq]=waiting`}
        >
          {memberPageTexts.waitingCredits(count, formatMoney(amount, unit))}
        </Link>
      ))}
      <Link to={buildMemberUrl(member.id, { panel: 'creditCheck' })} preventScrollReset>
        {memberPageTexts.creditCheckLink}
      </Link>
    </div>
  </Section>
)

/** Says why the member is in their group: its rules, or who moved them there and when. */
function GroupSection({ group }: Pick<MemberOverview, 'group'>) {
  const { group: texts } = memberPageTexts
  return (
    <Section id="group" title={texts.title(group?.name)}>
      <div className={styles.lines}>
        {!group && <p className={styles.soft}>{texts.none}</p>}
        {group && group.rules.length > 0 && (
          <>
            <p>{texts.byRules}</p>
            <ul>
              {group.rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </>
        )}
        {group?.moved ? (
          <p>
            {group.moved.byRules ? texts.movedByRules : texts.moved(formatActor(group.moved.by))}{' '}
            <Instant at={group.moved.at} className={styles.time} />
          </p>
        ) : (
          group && group.rules.length === 0 && <p>{texts.fromStart}</p>
        )}
      </div>
    </Section>
  )
}
