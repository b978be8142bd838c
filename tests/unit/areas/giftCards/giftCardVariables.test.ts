import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filled, unknownVariables } from '#shared/areas/giftCards/templates.ts'
import { variables } from '#shared/areas/giftCards/messages.ts'

describe('Variables of gift card templates', () => {
  test('are filled in with and without blanks in their braces', () => {
    const text = '{{amount}} {{ amount }} {{\n amount\t}} {{ none }} {{}} {amount} {{{amount}}}'
    const { amount } = variables
    expect(filled(text, variables)).toBe(
      `${amount} ${amount} ${amount} {{ none }} {{}} {amount} {${amount}}`,
    )
    expect(unknownVariables(text)).toEqual(['none', ''])
  })

  test('are read as the slow pattern read them', () => {
    const slow = /\{\{\s*([^{}]*?)\s*\}\}/g
    const part = fc.constantFrom('{', '}', '{{', '}}', ' ', '\n', 'amount', 'code', 'x')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const names = [...text.matchAll(slow)].map(([, name = '']) => name)
        expect(unknownVariables(text)).toEqual(
          names.filter((name) => !Object.hasOwn(variables, name)),
        )
      }),
    )
  })

  test.each(['{{', '{{ ', '{{a', '}}', '{{ }', ' '])('take linear time for %j repeated', (unit) => {
    const text = `{{${unit.repeat(100_000)}`
    const started = process.threadCpuUsage()
    unknownVariables(text)
    filled(text, variables)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500)
  })
})
