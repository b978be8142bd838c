import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import {
  erasureFields,
  reactivationFields,
  suspensionFields,
} from '#shared/areas/members/memberActions.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { MemberOverview } from '#shared/areas/members/memberOverview.ts'
import { members } from '#shared/areas/members/members.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { FormField } from '#client/frame/index.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import { TypeToConfirmButton } from '#client/form/TypeToConfirmButton.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { memberPageTexts } from './messages.ts'

type PanelFormProps = {
  member: AnyRecord
  close: string
  writeKey: string
  refused: RejectedForm | undefined
}

/** Renders a form of the page in a panel. Its intent is in memberIntents.ts. */
const MemberForm = ({
  member,
  intent,
  writeKey,
  ...props
}: PanelFormProps & {
  intent: string
  title: (name: string) => string
  sends?: Readonly<Record<string, string | number>>
  buttons: ReactNode
  children: (answer: RejectedForm | undefined) => ReactNode
}) => (
  <SmallForm
    {...props}
    of={members}
    record={member}
    intent={intent}
    writeKey={`${writeKey}-${intent}`}
  />
)

export const SuspendPanel = (props: PanelFormProps) => (
  <MemberForm
    {...props}
    intent="suspend"
    title={memberPageTexts.titles.suspend}
    buttons={<SubmitButton color="error">{memberPageTexts.suspend}</SubmitButton>}
  >
    {(answer) => (
      <>
        <p>{memberPageTexts.suspendExplain}</p>
        <FormField
          id="suspend-reason"
          name="reason"
          field={suspensionFields.reason}
          answer={answer}
        />
      </>
    )}
  </MemberForm>
)

export const ReactivatePanel = (props: PanelFormProps) => (
  <MemberForm
    {...props}
    intent="reactivate"
    title={memberPageTexts.titles.reactivate}
    buttons={<SubmitButton>{memberPageTexts.reactivate}</SubmitButton>}
  >
    {(answer) => (
      <>
        <p>{memberPageTexts.reactivateExplain}</p>
        <FormField
          id="reactivate-reason"
          name="reason"
          field={reactivationFields.reason}
          answer={answer}
        />
      </>
    )}
  </MemberForm>
)

export const InvitePanel = (props: PanelFormProps) => (
  <MemberForm
    {...props}
    intent="invite"
    title={memberPageTexts.titles.invite}
    buttons={<SubmitButton>{memberPageTexts.invite}</SubmitButton>}
  >
    {() => <p>{memberPageTexts.inviteExplain(String(props.member['email']))}</p>}
  </MemberForm>
)

/** Erases the member's personal data after the operator typed the member's email. */
export function ErasePanel(props: PanelFormProps) {
  const { formData } = useNavigation()
  const email = String(props.member['email'])
  return (
    <MemberForm
      {...props}
      intent="erase"
      title={memberPageTexts.titles.erase}
      buttons={
        <TypeToConfirmButton
          field="email"
          text={email}
          reason={memberPageTexts.eraseNotTyped}
          loading={formData?.get('intent') === 'erase'}
        >
          {memberPageTexts.erase}
        </TypeToConfirmButton>
      }
    >
      {(answer) => (
        <>
          <p>{memberPageTexts.eraseExplain}</p>
          <FormField
            id="erase-email"
            name="email"
            field={{ ...erasureFields.email, label: memberPageTexts.eraseType(email) }}
            answer={answer}
          />
        </>
      )}
    </MemberForm>
  )
}

type MovePanelProps = PanelFormProps & { group: MemberOverview['group']; groups: AnyRecord[] }

/** Moves a member to a manual group of their store. Rules decide the members of other groups. */
export const MovePanel = ({ group, groups, ...props }: MovePanelProps) => {
  const isByRule = group !== null && group.rules.length > 0
  return (
    <MemberForm
      {...props}
      intent="move"
      title={memberPageTexts.titles.move}
      buttons={isByRule ? null : <SubmitButton>{memberPageTexts.move}</SubmitButton>}
    >
      {(answer) =>
        isByRule ? (
          <p>{memberPageTexts.moveByRule}</p>
        ) : (
          <Select
            id="move-group"
            name="groupId"
            label={memberPageTexts.moveTo}
            emptyLabel={memberPageTexts.noGroup}
            options={groups.map((one) => ({
              value: String(one.id),
              label: getLabel(memberGroups, one),
            }))}
            defaultValue={String(group?.id ?? '')}
            error={answer?.errors['groupId']}
          />
        )
      }
    </MemberForm>
  )
}
