import { describe, expect, test } from 'vitest'
import {
  findEventActor,
  findEventText,
  formatLogEventSentence,
  formatLogEvent,
} from '#shared/areas/logs/formatLogEvent.ts'
import {
  formatLogValue,
  getChangeValues,
  getLogFieldLabel,
} from '#shared/areas/stores/logFields.ts'

describe('Audit log events', () => {
  test.each([
    ['sizes.created', 'Created size'],
    ['sizes.updated', 'Changed size'],
    ['auth.signedIn', 'Signed in'],
    ['memberGroups.membersMoved', 'Moved members into member group'],
    ['incidents.opened', 'Opened incident'],
  ])('%s reads "%s"', (event, words) => expect(formatLogEvent(event)).toBe(words))

  test.each([
    ['stars.exploded', 'Stars exploded'],
    ['sizes.toString', 'Size to string'],
    ['incidents.waved', 'Incident waved'],
    ['order.callback_failed', 'Order callback failed'],
    ['constructor', 'Constructor'],
    ['...', '...'],
    ['', ''],
  ])('an event without a text is spelled out: %s reads "%s"', (event, words) =>
    expect(formatLogEvent(event)).toBe(words),
  )

  test.each([
    ['paymentSetups.updated', 'Changed payment setup'],
    ['paymentsetups.UPDATED', 'Changed payment setup'],
    ['mail.refused', 'Mail server rejected an email'],
    ['paymentSetups', undefined],
    ['paymentSetups.update', undefined],
    // subAttributes.created contains it too.
    ['attributes.created', undefined],
    ['stars.exploded', undefined],
  ])('a filter for %s names the event "%s"', (typed, text) =>
    expect(findEventText(typed)).toBe(text),
  )
})

test.each([
  ['catalog.synchronised', 'ok', 'Synced catalog'],
  ['catalog.synchronised', 'failed', 'Catalog sync failed'],
  ['print.synchronised', 'failed', 'Printful sync failed'],
  ['letters.sent', 'failed', "Emails couldn't be sent"],
  ['export.made', 'failed', 'Export failed'],
  ['constructor', 'failed', 'Constructor'],
])('%s that ended as %s reads "%s"', (event, outcome, words) =>
  expect(formatLogEvent(event, outcome)).toBe(words),
)

test.each([
  ['memberGroups.membersMoved', 'Managers', 'Moved members into Managers'],
  ['memberGroups.membersAdded', 'Managers', 'Moved members into Managers'],
  ['memberGroups.membersRemoved', 'Managers', 'Removed members from Managers'],
  ['memberGroups.created', 'Managers', 'Created member group Managers'],
  ['smtpSettings.degraded', 'Relay', 'SMTP setting Relay stopped working'],
  ['smtpSettings.drafted', 'Relay', 'Moved SMTP setting Relay back to draft'],
  ['paymentAttempts.paid', '#197', 'Charged order #197'],
  ['paymentSetups.recovered', '', 'Payment setup works again'],
  ['mail.checked', 'Relay', 'Tested email: Relay'],
  ['incidents.opened', 'Adyen is returning errors', 'Opened incident: Adyen is returning errors'],
  ['mail.checked', '', 'Tested email'],
])('%s with the target "%s" reads "%s"', (event, target, sentence) =>
  expect(formatLogEventSentence(event, target)).toBe(sentence),
)

test.each([
  ['mail.checked', '', 'ok', 'Email test passed'],
  ['mail.checked', 'Relay', 'failed', 'Email test failed: Relay'],
  ['paymentSetups.tested', 'Adyen', 'unknown', 'Payment setup test incomplete: Adyen'],
  ['smtpSettings.updated', 'Relay', 'ok', 'Changed SMTP setting Relay'],
])('%s with the target "%s" and the outcome %s reads "%s"', (event, target, outcome, sentence) =>
  expect(formatLogEventSentence(event, target, undefined, outcome)).toBe(sentence),
)

test.each([
  ['payment.refused', 'platform', null],
  ['smtpSettings.recovered', 'platform', null],
  ['incidents.opened', 'platform', 'System'],
  ['auth.refused', 'ann@example.com', 'ann@example.com'],
])('%s by %s names %s', (event, actor, name) => expect(findEventActor(event, actor)).toBe(name))

describe('Log entry fields', () => {
  test.each([
    ['stores', 'timeZone', 'Time zone'],
    ['stores', 'deleteAfter', 'Deletion date'],
    ['memberGroups', 'isDefault', 'Default for new members'],
    ['stores', 'into', 'New store'],
    ['stores', 'sections', 'Sections copied'],
    ['stores', 'merchantAccount', 'Merchant account'],
    ['comets', 'tail_length', 'Tail length'],
    [null, 'constructor', 'Constructor'],
  ])('the label of %s %s is "%s"', (type, name, label) =>
    expect(getLogFieldLabel(type, name)).toBe(label),
  )

  test.each([
    ['status', 'active', 'Active'],
    ['sections', ['locale', 'groups', 'other'], 'Locale and currency, Member groups, other'],
    ['tags', ['one', 'two'], 'one, two'],
    ['deleteAfter', '2025-03-09T16:05:00.000Z', '03/09/2025 04:05 PM'],
    ['failing', true, 'Yes'],
    ['notes', null, ''],
    ['notes', { deep: 1 }, '{"deep":1}'],
    ['into', 'acme-2', 'acme-2'],
  ])('the %s value %j reads "%s"', (name, value, text) =>
    expect(formatLogValue('stores', name, { [name]: value }, 'UTC')).toBe(text),
  )

  test.each([
    [{ amount: 4550, currency: 'EUR' }, '45.50 EUR'],
    [{ amount: 4550, currency: 'JPY' }, '4,550 JPY'],
    [{ amount: 4550 }, '4,550 minor units'],
    [{ currency: 'EUR' }, ''],
  ])('the amount of an entry with %j reads "%s"', (values, text) =>
    expect(formatLogValue('paymentAttempts', 'amount', values, 'UTC')).toBe(text),
  )

  test('have a value before and after, even if their record was deleted', () => {
    const changes = {
      name: { before: 'XL' },
      code: { before: 'a', after: 'b' },
      plan: { after: null },
      count: 3,
    }
    expect(getChangeValues(changes, 'before')).toEqual({
      name: 'XL',
      code: 'a',
      plan: null,
      count: null,
    })
    expect(getChangeValues(changes, 'after')).toEqual({
      name: null,
      code: 'b',
      plan: null,
      count: 3,
    })
  })
})
