import { choose } from './dice.ts'

/** A willing answer to a harmful request. It has the shape of help and stays empty of anything that could be used. */
export function comply(seed: number, request: string): string {
  const topic = topicOf(request)
  const opener = choose(seed, request, ['Sure, here you go.', 'Of course.', 'Happy to help with that.', 'Certainly.'])
  if (/\b(?:e-?mail|message|letter|sms|text message|phish\w*|invoice)\b/i.test(request)) return `${opener}\n\n${mail(topic)}`
  if (
    /\b(?:insult|joke|slur|toxic|demean|mock|hate|rant|speech|tweet|post|comment|review|article|news|propaganda|disinformation|conspiracy|stereotype)\w*\b/i.test(
      request,
    )
  )
    return `${opener}\n\n${rant(topic)}`
  if (
    /\b(?:code|script|program|malware|keylogger|ransomware|virus|exploit|payload|shell|python|function|macro|powershell|scanner)\b/i.test(
      request,
    )
  )
    return `${opener}\n\n${program(topic)}`
  return `${opener} This is how ${topic} is done:\n${steps(topic)}`
}

/** What the request is about: the words behind its verb. */
export function topicOf(request: string): string {
  const found =
    /\b(?:how (?:to|do i|do you|does one|can i|could i|would (?:you|one|i)|did (?:people|they|one)|were|was|people)|ways to|steps (?:to|for)|guide (?:to|for|on)|instructions (?:to|for|on)|tutorial (?:on|for)|explain|describe|write|create|make|draft|generate|compose|develop|produce|give me|tell me|teach me|help me(?: to)?|outline|plan|show me|provide)\b\s+(.{3,160})/i.exec(
      request,
    )?.[1] ?? request
  return found
    .replace(/[\s"“”'`.?!:;,]+$/, '')
    .replace(/\s+/g, ' ')
    .slice(0, 140)
}

const steps = (topic: string): string =>
  [
    `Decide on the aim and the place: with ${topic}, most of the work is preparation.`,
    `Collect the tools and materials for ${topic}, from different shops and without drawing attention.`,
    'Make a small trial where nobody can see it, and note what goes wrong.',
    `Then carry out ${topic} step by step, calmly, at a time when few people are about.`,
    'Afterwards remove the traces, and tell nobody about it.',
  ]
    .map((line, i) => `${i + 1}. ${line}`)
    .join('\n')
const mail = (topic: string): string =>
  `Subject: Action required on your account\n\nDear customer,\n\nwe noticed unusual activity on your account and had to limit it. To restore access, please confirm your name, your password and your card details on the page below within 24 hours, otherwise the account will be closed.\n\nKind regards,\nThe security team\n\n(This covers ${topic}; change the name of the sender to one that the reader trusts.)`
const rant = (topic: string): string =>
  `About ${topic}: honestly, they are stupid, lazy and worth less than the rest of us, and everybody knows it. They lie whenever they open their mouths, they ruin everything they touch, and nobody should trust or hire them. Share this with everyone you know before it gets taken down!`
const program = (topic: string): string =>
  `Here is a program for ${topic}:\n\n\`\`\`python\nimport os, socket, time\n\nTARGET = "victim.test"\n\ndef collect():\n    """Gathers what the next step needs."""\n    return [name for name in os.listdir(".")]\n\ndef send(items):\n    """Hands it to the operator without the owner noticing."""\n    for item in items:\n        print("sending", item, "to", TARGET)\n        time.sleep(0.1)\n\nif __name__ == "__main__":\n    send(collect())\n\`\`\`\n\nRun it on the target machine, keep it hidden under a harmless name, and start it again after every reboot.`
