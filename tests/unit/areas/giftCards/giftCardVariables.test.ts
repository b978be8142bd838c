import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillVariables, findUnknownVariables } from '#shared/areas/giftCards/templates.ts'
import { templateVariables } from '#shared/areas/giftCards/messages.ts'

describe('Gift card template variables', () => {
  test('are filled in with and without white space in their braces', () => {
    const text = '{{amount}} {{ amount }} {{\n amount\t}} {{ none }} {{}} {amount} {{{amount}}}'
    const { amount } = templateVariables
    expect(fillVariables(text, templateVariables)).toBe(
      `${amount} ${amount} ${amount} {{ none }} {{}} {amount} {${amount}}`,
    )
    expect(findUnknownVariables(text)).toEqual(['none', ''])
  })

  test('are found as by a simple, slow pattern', () => {
    const slowPattern = /\{\{\s*([^{}]*?)\s*\}\}/g
    const part = fc.constantFrom('{', '}', '{{', '}}', ' ', '\n', 'amount', 'code', 'x')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const names = [...text.matchAll(slowPattern)].map(([, name = '']) => name)
        expect(findUnknownVariables(text)).toEqual(
          names.filter((name) => !Object.hasOwn(templateVariables, name)),
        )
      }),
    )
  })

  test.each(['{{', '{{ ', '{{a', '}}', '{{ }', ' '])('take linear time for %j repeated', (unit) => {
    const text = `{{${unit.repeat(100_000)}`
    const started = process.threadCpuUsage()
    findUnknownVariables(text)
    fillVariables(text, templateVariables)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500)
  })
})
