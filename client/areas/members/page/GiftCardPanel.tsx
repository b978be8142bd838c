import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import type { OfferedTemplate, OfferFix } from '#shared/areas/giftCards/memberCards.ts'
import { members } from '#shared/areas/members/members.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { FormField, createAmountField } from '#client/frame/index.ts'
import type { MemberGiftCardProps } from '#client/frame/areaParts.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import { isPageFailure } from '#client/runtime/failures.ts'
import { Link } from '#client/ui/Link.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { memberGiftCardTexts } from './giftCardMessages.ts'
import * as styles from '#client/form/Panel.css.ts'

const fixUrls = {
  templates: giftCardTemplates.path,
  setup: giftCardSetup.path,
} as const satisfies Record<OfferFix, string>

/** Sends the member a gift card, or says why that's not possible. */
export function GiftCardPanel({ offer, templateId, ...props }: MemberGiftCardProps) {
  const template = isPageFailure(offer)
    ? undefined
    : (offer.templates.find(({ id }) => id === templateId) ?? offer.templates[0])
  if (!isPageFailure(offer) && template)
    return <SendForm {...props} template={template} templates={offer.templates} />
  return (
    <Panel title={memberGiftCardTexts.title(getLabel(members, props.member))} close={props.close}>
      <div className={styles.body}>
        {isPageFailure(offer) ? <FailureText failure={offer} /> : <p>{offer.reason}</p>}
        {!isPageFailure(offer) && offer.fix !== null && (
          <Link to={fixUrls[offer.fix]}>{memberGiftCardTexts.fixes[offer.fix]}</Link>
        )}
      </div>
    </Panel>
  )
}

type SendFormProps = Omit<MemberGiftCardProps, 'offer' | 'templateId'> & {
  template: OfferedTemplate
  templates: readonly OfferedTemplate[]
}

const SendForm = ({ member, template, templates, buildUrl, writeKey, ...props }: SendFormProps) => (
  <SmallForm
    {...props}
    of={members}
    record={member}
    intent="giftCard"
    writeKey={`${writeKey}-giftCard`}
    title={memberGiftCardTexts.title}
    sends={{ templateId: template.id }}
    buttons={<SubmitButton>{memberGiftCardTexts.send}</SubmitButton>}
  >
    {(answer) => (
      <>
        {templates.length > 1 && (
          <Tabs
            label={memberGiftCardTexts.templates}
            tabs={templates.map(({ id, name }) => ({
              title: name,
              to: buildUrl(id),
              current: id === template.id,
            }))}
          />
        )}
        <p>{memberGiftCardTexts.explain(String(member['email']))}</p>
        <FormField
          key={template.id}
          id="gift-card-amount"
          name="amount"
          field={createAmountField(template)}
          answer={answer}
        />
      </>
    )}
  </SmallForm>
)
