import { useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { Form, useLocation } from 'react-router'
import { quizMachine, getScorePercent } from '#machines/quiz.ts'
import { parseQuiz } from '#shared/areas/training/quiz.ts'
import { Button } from '#client/frame/index.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Preview.css.ts'
import { trainingPreviewMessages } from './previewMessages.ts'

const getAnswerName = (question: number) => `answer[${question}]`
const submittedParam = 'handedIn'

/**
 * Previews a quiz as members take it and saves nothing. Without JavaScript, answers are sent in the
 * URL.
 */
export function QuizPreview({ text, passMark }: { text: string; passMark: number }) {
  const { pathname, search } = useLocation()
  const [{ questions, problems }] = useState(() => parseQuiz(text))
  const params = new URLSearchParams(search)
  const sent = questions.map((_, index) => {
    const answer = params.get(getAnswerName(index))
    return answer === null || answer === '' ? null : Number(answer)
  })
  const actor = useActorRef(quizMachine, {
    input: { questions, passMark, selectedAnswers: sent, isSubmitted: params.has(submittedParam) },
  })
  const { value: state, context } = useSelector(actor, (snapshot) => snapshot)
  const [wasSubmitted, setWasSubmitted] = useState(params.has(submittedParam))
  const isMarked = state !== 'answering'
  const mark = getScorePercent(context)
  if (problems.length > 0)
    return (
      <ul className={panel.warning}>
        {problems.map(({ line, message: problem }) => (
          <li key={`${line} ${problem}`}>{trainingPreviewMessages.problem(line, problem)}</li>
        ))}
      </ul>
    )
  return (
    <Form
      method="get"
      action={pathname}
      className={styles.quiz}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        setWasSubmitted(!isMarked)
        actor.send({ type: isMarked ? 'quiz.again' : 'quiz.handedIn' })
      }}
    >
      {[...params]
        .filter(([name]) => name !== submittedParam && !/^answer\d+$/.test(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      {questions.map(({ question, answers, right }, index) => (
        <fieldset key={getAnswerName(index)} className={styles.question} disabled={isMarked}>
          <legend>{question}</legend>
          {answers.map((answer, place) => {
            const isChosen = context.selectedAnswers[index] === place
            return (
              <label key={`${place} ${answer}`} className={styles.answer}>
                <input
                  type="radio"
                  name={getAnswerName(index)}
                  value={place}
                  checked={isChosen}
                  onChange={() =>
                    actor.send({ type: 'answer.chosen', question: index, answer: place })
                  }
                />
                {answer}
                {isMarked && isChosen && (
                  <b data-right={place === right || undefined}>
                    {place === right
                      ? trainingPreviewMessages.right
                      : trainingPreviewMessages.wrong}
                  </b>
                )}
              </label>
            )
          })}
        </fieldset>
      ))}
      <p role="status">
        {state === 'passed' && trainingPreviewMessages.passed(mark, passMark)}
        {state === 'failed' && trainingPreviewMessages.failed(mark, passMark)}
        {state === 'answering' && wasSubmitted && trainingPreviewMessages.unanswered}
      </p>
      <p>
        <Button
          type="submit"
          {...(isMarked ? { color: 'white' } : { name: submittedParam, value: '1' })}
        >
          {isMarked ? trainingPreviewMessages.again : trainingPreviewMessages.submit}
        </Button>
      </p>
    </Form>
  )
}
