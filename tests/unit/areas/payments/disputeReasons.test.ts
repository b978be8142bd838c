import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, isEnumType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { adyenDisputeReasons } from '#server/platform/areas/payments/providers/adyen/disputeReasons.ts'
import { braintreeDisputeReasons } from '#server/platform/areas/payments/providers/braintree/disputeReasons.ts'
import { formatDisputeReason } from '#server/platform/areas/payments/providers/disputeReasons.ts'
import { disputeReasonMessages } from '#server/platform/areas/payments/providers/messages.ts'
import { paypalDisputeReasons } from '#server/platform/areas/payments/providers/paypal/disputeReasons.ts'
import { stripeDisputeReasons } from '#server/platform/areas/payments/providers/stripe/disputeReasons.ts'

/** The folder with the providers' API documents, which isn't part of the project. */
const contracts = process.env['CONTRACTS'] ?? '../shared/contracts'

const readDocument = (name: string) => readFileSync(join(contracts, name), 'utf8')

describe('Reasons of disputes', () => {
  test.each([
    [stripeDisputeReasons, 'product_not_received', 'Product or service not received'],
    [adyenDisputeReasons, '10.4', 'Payment not authorized'],
    [paypalDisputeReasons, 'UNAUTHORISED', 'Payment not authorized'],
    [braintreeDisputeReasons, 'retrieval', 'Bank asks for information'],
    [stripeDisputeReasons, 'brand_new_reason', 'brand_new_reason'],
    [stripeDisputeReasons, '', null],
  ])('each provider: %#', (reasons, code, words) => {
    expect(formatDisputeReason(reasons, code)).toBe(words)
  })

  test('each of our reasons is the meaning of some code', () => {
    const used = [
      stripeDisputeReasons,
      adyenDisputeReasons,
      paypalDisputeReasons,
      braintreeDisputeReasons,
    ].flatMap((reasons) => [...reasons.values()])
    expect(new Set(used)).toEqual(new Set(Object.values(disputeReasonMessages)))
  })

  test("Stripe's are those that its own client documents", () => {
    const types = readFileSync('node_modules/stripe/esm/resources/Disputes.d.ts', 'utf8')
    const [, list = ''] =
      /Reason given by cardholder.*?Possible values are (.*?)\. /.exec(types) ?? []
    const codes = [...list.matchAll(/`(\w+)`/g)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(10)
    expect(new Set(stripeDisputeReasons.keys())).toEqual(new Set(codes))
  })

  describe.skipIf(!existsSync(contracts))("In the providers' documents", () => {
    test("PayPal's are those of its document", () => {
      const document = JSON.parse(readDocument('paypal-customer_disputes_v1.json'))
      const codes = document.components.schemas.dispute_reason.enum
      expect(new Set(paypalDisputeReasons.keys())).toEqual(new Set(codes))
    })

    test("Braintree's are those of its schema, in lower case as in its webhooks", () => {
      const schema = buildSchema(readDocument('braintree.graphql'), { assumeValid: true })
      const type = schema.getType('DisputeReason')
      const codes = isEnumType(type) ? type.getValues().map(({ name }) => name.toLowerCase()) : []
      expect(new Set(braintreeDisputeReasons.keys())).toEqual(new Set(codes))
    })

    test("Stripe's sample has a reason that we know", () => {
      const { dispute } = JSON.parse(readDocument('stripe-fixtures3.json')).resources
      expect(stripeDisputeReasons.has(dispute.reason)).toBe(true)
    })
  })
})
