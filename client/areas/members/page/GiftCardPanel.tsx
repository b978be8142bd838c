import type { GiftCardOffer, OfferedTemplate } from '#shared/areas/giftCards/memberCards.ts'
import { createAmountField } from '#shared/areas/giftCards/templates.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { members } from '#shared/areas/members/members.ts'
import { FormField } from '#client/frame/index.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { SubmitButton } from '#client/form/SmallForm.tsx'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { Tabs } from '#client/ui/Tabs.tsx'
import { MemberForm } from './MemberPanels.tsx'
import type { PanelFormProps } from './MemberPanels.tsx'
import { buildMemberUrl } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

type Props = PanelFormProps & {
  offer: GiftCardOffer | PageFailure
  /** The template that the URL names. */
  templateId: number | null
}

/** Sends the member a gift card, or says why that's not possible. */
export function GiftCardPanel({ offer, templateId, ...props }: Props) {
  const template = isPageFailure(offer)
    ? undefined
    : (offer.templates.find(({ id }) => id === templateId) ?? offer.templates[0])
  if (!isPageFailure(offer) && template)
    return <SendForm {...props} template={template} templates={offer.templates} />
  return (
    <Panel
      title={memberPageTexts.titles.giftCard(getLabel(members, props.member))}
      close={props.close}
    >
      <div className={styles.body}>
        {isPageFailure(offer) ? <FailureText failure={offer} /> : <p>{offer.reason}</p>}
      </div>
    </Panel>
  )
}

type SendFormProps = PanelFormProps & {
  template: OfferedTemplate
  templates: readonly OfferedTemplate[]
}

const SendForm = ({ template, templates, ...props }: SendFormProps) => (
  <MemberForm
    {...props}
    intent="giftCard"
    title={memberPageTexts.titles.giftCard}
    sends={{ templateId: template.id }}
    buttons={<SubmitButton>{memberPageTexts.giftCard}</SubmitButton>}
  >
    {(answer) => (
      <>
        {templates.length > 1 && (
          <Tabs
            label={memberPageTexts.giftCardTemplates}
            tabs={templates.map(({ id, name }) => ({
              title: name,
              to: buildMemberUrl(props.member.id, { panel: 'giftCard', templateId: id }),
              current: id === template.id,
            }))}
          />
        )}
        <p>{memberPageTexts.giftCardExplain(String(props.member['email']))}</p>
        <FormField
          key={template.id}
          id="gift-card-amount"
          name="amount"
          field={createAmountField(template)}
          answer={answer}
        />
      </>
    )}
  </MemberForm>
)
