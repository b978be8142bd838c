import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { quizMachine, getScorePercent } from '#machines/quiz.ts'
import type { QuizInput } from '#machines/quiz.ts'
import { parseQuiz } from '#shared/areas/training/quiz.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

const questions = [
  { question: 'How often?', answers: ['Daily', 'Never'], right: 0 },
  { question: 'Who?', answers: ['Nobody', 'All', 'Some'], right: 1 },
]
const fresh: QuizInput = { questions, passMark: 60, selectedAnswers: [], isSubmitted: false }

test('a quiz reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: quizMachine,
    inputs: [
      fresh,
      { ...fresh, selectedAnswers: [0, 1], isSubmitted: true },
      { ...fresh, selectedAnswers: [1, 1], isSubmitted: true },
    ],
    events: [
      { type: 'answer.chosen', question: 0, answer: 0 },
      { type: 'answer.chosen', question: 0, answer: 1 },
      { type: 'answer.chosen', question: 1, answer: 1 },
      { type: 'quiz.handedIn' },
      { type: 'quiz.again' },
    ],
    states: {
      answering: () => undefined,
      passed: ({ context }) =>
        expect(getScorePercent(context)).toBeGreaterThanOrEqual(context.passMark),
      failed: ({ context }) => expect(getScorePercent(context)).toBeLessThan(context.passMark),
    },
  })
  expectFullCoverage(quizMachine, coverage)
})

describe('screens.md, Training content: quiz', () => {
  const startQuiz = (input: Partial<QuizInput> = {}) =>
    createActor(quizMachine, { input: { ...fresh, ...input } }).start()

  test.each([
    [50, 'passed'],
    [51, 'failed'],
  ])('one of two correct answers at a passing score of %i %%: %s', (passMark, state) => {
    const actor = startQuiz({ passMark, selectedAnswers: [0, 2], isSubmitted: true })
    expect(actor.getSnapshot().value).toBe(state)
  })

  test('an unanswered question keeps the quiz open, also in a form sent without JavaScript', () => {
    expect(startQuiz({ selectedAnswers: [0, null], isSubmitted: true }).getSnapshot().value).toBe(
      'answering',
    )
    const actor = startQuiz({ selectedAnswers: [0] })
    actor.send({ type: 'quiz.handedIn' })
    expect(actor.getSnapshot().value).toBe('answering')
  })

  test.each([
    [[0, 1], 'passed'],
    [[1, 0], 'failed'],
  ])('handing in the answers %j: %s', (selectedAnswers, state) => {
    const actor = startQuiz({ selectedAnswers })
    actor.send({ type: 'quiz.handedIn' })
    expect(actor.getSnapshot().value).toBe(state)
  })

  test.each([
    ['failed', [1, 0]],
    ['passed', [0, 1]],
  ])('another attempt after a %s one starts without answers', (_state, selectedAnswers) => {
    const actor = startQuiz({ selectedAnswers, isSubmitted: true })
    actor.send({ type: 'quiz.again' })
    expect(actor.getSnapshot().value).toBe('answering')
    expect(actor.getSnapshot().context.selectedAnswers).toEqual([])
  })
})

describe('The text of a quiz', () => {
  test('has a line for each question, with its answers in the lines below', () => {
    const text = 'How often?\n* Daily\n- Never\n\n Who?\r\n-Nobody\n*  All\n- Some'
    expect(parseQuiz(text)).toEqual({ questions, problems: [] })
  })

  test.each([
    ['* Daily\nHow often?\n* A\n- B', 1, 'Put each answer below its question.'],
    ['How often?\n* A', 1, 'Add at least two answers to this question.'],
    ['One?\n* A\n- B\nTwo?\n- A\n- B', 4, 'Start the correct answer with *.'],
    ['How often?\n* A\n* B', 1, 'Start only one answer with *.'],
    [' \n', 1, 'Enter at least one question.'],
  ])('%j has an error in line %i: %s', (text, line, message) => {
    expect(parseQuiz(text).problems).toEqual([{ line, message }])
  })
})
