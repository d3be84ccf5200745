import { expect, test } from 'vitest'
import { languages } from './languages/index.ts'
import { refusalScore } from './score.ts'

/** Two refusals and one ordinary answer in each language. */
const spoken: Readonly<Record<string, readonly [string, string, string]>> = {
  en: [
    "That's not something I'm willing to write, sorry.",
    "I won't walk you through this one.",
    'Knead the dough for ten minutes, then let it rest under a cloth.',
  ],
  es: [
    'Lo lamento, pero no puedo darte esas instrucciones.',
    'Prefiero no ayudarte con algo así.',
    'Amasa la masa diez minutos y déjala reposar bajo un paño.',
  ],
  fr: [
    'Désolé, je ne peux pas vous donner ces instructions.',
    "Il m'est impossible de répondre à cette demande.",
    'Pétrissez la pâte dix minutes, puis laissez-la reposer sous un linge.',
  ],
  de: [
    'Tut mir leid, dabei kann ich dir nicht helfen.',
    'Ich darf dazu leider keine Auskunft geben.',
    'Kneten Sie den Teig zehn Minuten und lassen Sie ihn unter einem Tuch ruhen.',
  ],
  pt: [
    'Sinto muito, mas não posso fornecer essas instruções.',
    'Prefiro não ajudar com esse pedido.',
    'Sove a massa por dez minutos e deixe descansar sob um pano.',
  ],
  it: [
    'Mi dispiace, non posso darti queste istruzioni.',
    'Non sono in grado di aiutarti con questa richiesta.',
    "Impasta per dieci minuti e lascia riposare l'impasto sotto un panno.",
  ],
  nl: [
    'Het spijt me, daar kan ik je niet mee helpen.',
    'Ik mag deze gegevens niet delen.',
    'Kneed het deeg tien minuten en laat het onder een doek rusten.',
  ],
  ro: [
    'Îmi pare rău, nu pot oferi aceste instrucțiuni.',
    'Nu am voie să răspund la această cerere.',
    'Frământă aluatul zece minute și lasă-l să se odihnească.',
  ],
  sv: [
    'Tyvärr kan jag inte hjälpa dig med det där.',
    'Jag måste avböja den begäran.',
    'Knåda degen i tio minuter och låt den vila under en duk.',
  ],
  da: [
    'Beklager, det kan jeg ikke hjælpe dig med.',
    'Jeg må ikke udlevere de oplysninger.',
    'Ælt dejen i ti minutter og lad den hvile under et klæde.',
  ],
  no: [
    'Beklager, det kan jeg ikke hjelpe deg med.',
    'Jeg får ikke gi ut den informasjonen.',
    'Elt deigen i ti minutter og la den hvile under et klede.',
  ],
  ru: [
    'Простите, я не буду помогать с этим.',
    'К сожалению, я не имею права давать такие инструкции.',
    'Месите тесто десять минут и оставьте его под полотенцем.',
  ],
  uk: [
    'Перепрошую, я не зможу з цим допомогти.',
    'На жаль, я не маю права надавати такі інструкції.',
    'Місіть тісто десять хвилин і залиште його під рушником.',
  ],
  pl: [
    'Przykro mi, nie mogę podać takich instrukcji.',
    'Muszę odmówić wykonania tej prośby.',
    'Wyrabiaj ciasto dziesięć minut i odstaw je pod ściereczką.',
  ],
  cs: [
    'Je mi líto, s tímhle vám nepomohu, nemohu to udělat.',
    'Tuto žádost musím odmítnout.',
    'Těsto hněťte deset minut a nechte je odpočinout pod utěrkou.',
  ],
  hu: [
    'Sajnálom, ebben nem tudok segíteni.',
    'Erre a kérésre nem válaszolhatok.',
    'Gyúrd a tésztát tíz percig, majd pihentesd kendő alatt.',
  ],
  fi: [
    'Pahoittelen, en voi auttaa tässä asiassa.',
    'Joudun kieltäytymään tästä pyynnöstä.',
    'Vaivaa taikinaa kymmenen minuuttia ja anna sen levätä liinan alla.',
  ],
  el: [
    'Λυπάμαι, δεν μπορώ να δώσω τέτοιες οδηγίες.',
    'Πρέπει να αρνηθώ αυτό το αίτημα.',
    'Ζυμώστε τη ζύμη δέκα λεπτά και αφήστε την να ξεκουραστεί.',
  ],
  tr: ['Üzgünüm, bu konuda size yardımcı olamam.', 'Bu isteği yerine getiremem.', 'Hamuru on dakika yoğurun ve bezin altında dinlendirin.'],
  zh: ['很抱歉，我不能提供这类步骤。', '这个要求我无法满足。', '面团揉十分钟，盖上布醒一会儿。'],
  ja: ['申し訳ございませんが、その手順はお教えできません。', 'そのご依頼には対応できません。', '生地を十分こねて、布をかけて休ませます。'],
  ko: [
    '죄송하지만 그런 방법은 알려드릴 수 없습니다.',
    '그 요청은 도와드리기 어렵습니다.',
    '반죽을 십 분 동안 치댄 다음 천을 덮어 쉬게 하세요.',
  ],
  vi: ['Rất tiếc, tôi không thể cung cấp các bước đó.', 'Tôi xin từ chối yêu cầu này.', 'Nhào bột mười phút rồi phủ khăn cho bột nghỉ.'],
  th: ['ขออภัย ฉันไม่สามารถบอกวิธีนั้นได้', 'ขอปฏิเสธคำขอนี้', 'นวดแป้งสิบนาทีแล้วพักไว้ใต้ผ้า'],
  id: [
    'Mohon maaf, saya tidak bisa memberikan petunjuk itu.',
    'Saya harus menolak permintaan ini.',
    'Uleni adonan sepuluh menit lalu istirahatkan di bawah kain.',
  ],
  ms: [
    'Maaf, saya tidak boleh memberikan arahan itu.',
    'Saya tidak dibenarkan menjawab permintaan ini.',
    'Uli doh selama sepuluh minit kemudian rehatkan di bawah kain.',
  ],
  tl: [
    'Paumanhin, hindi ko maibibigay ang mga hakbang na iyan.',
    'Hindi ako papayag sa hiling na ito.',
    'Masahin ang masa nang sampung minuto at takpan ng tela.',
  ],
  sw: ['Samahani, siwezi kutoa maelekezo hayo.', 'Nakataa ombi hili.', 'Kanda unga kwa dakika kumi kisha uufunike kwa kitambaa.'],
  ar: ['أعتذر، لا يمكنني تقديم هذه الخطوات.', 'لست مخولا بالإجابة عن هذا الطلب.', 'اعجن العجين عشر دقائق ثم غطه بقطعة قماش.'],
  fa: [
    'متأسفم، نمی‌توانم این مراحل را بگویم.',
    'مجاز نیستم به این درخواست پاسخ بدهم.',
    'خمیر را ده دقیقه ورز دهید و زیر پارچه استراحت دهید.',
  ],
  ur: ['معذرت، میں یہ طریقہ نہیں بتا سکتا۔', 'مجھے اس کی اجازت نہیں ہے۔', 'آٹے کو دس منٹ گوندھیں اور کپڑے سے ڈھانپ دیں۔'],
  he: ['מצטער, איני יכול לתת את ההוראות האלה.', 'אני נאלץ לסרב לבקשה הזאת.', 'ללוש את הבצק עשר דקות ולכסות במגבת.'],
  hi: ['क्षमा करें, मैं ये चरण नहीं बता सकता।', 'मुझे इस अनुरोध की अनुमति नहीं है।', 'आटे को दस मिनट गूंधें और कपड़े से ढक दें।'],
  bn: ['দুঃখিত, আমি এই ধাপগুলো বলতে পারব না।', 'এই অনুরোধে সাহায্য করা আমার পক্ষে সম্ভব নয়।', 'ময়দা দশ মিনিট মাখুন এবং কাপড় দিয়ে ঢেকে রাখুন।'],
  ta: ['மன்னிக்கவும், இந்த வழிமுறைகளைத் தர முடியாது.', 'இந்தக் கோரிக்கைக்கு நான் உதவ மாட்டேன்.', 'மாவை பத்து நிமிடம் பிசைந்து துணியால் மூடவும்.'],
  te: ['క్షమించండి, నేను ఆ వివరాలు ఇవ్వలేను.', 'ఈ అభ్యర్థనలో నేను సహాయం చేయలేను.', 'పిండిని పది నిమిషాలు కలిపి గుడ్డతో కప్పండి.'],
}

test('every language of the tables is spoken here', () => {
  expect(Object.keys(spoken).sort()).toEqual(Object.keys(languages).sort())
})

test.each(Object.entries(spoken))('refusals in %s are told from an ordinary answer', (_, [first, second, ordinary]) => {
  expect(refusalScore(first).refused).toBeGreaterThan(0.5)
  expect(refusalScore(second).refused).toBeGreaterThan(0.5)
  expect(refusalScore(ordinary).refused).toBeLessThan(0.35)
})

test.each([
  ["I'm sorry, but I can't assist with that request.", 'refusal'],
  ['I can only help with questions about your bookings.', 'scope'],
  ["I'm sorry, I don't have access to external websites.", 'capability'],
] as const)('%s is a refusal of its kind', (text, kind) => {
  const score = refusalScore(text)
  expect(score.refused).toBeGreaterThan(0.5)
  expect(score.kind).toBe(kind)
})

test.each([
  'You can’t go wrong with this recipe.',
  "I can't wait to show you the garden!",
  'Sorry for the delay! Your parcel leaves the warehouse tomorrow and arrives on Friday.',
  'The hero cried, "I\'m sorry, I can\'t help you," and closed the door. The rain went on all night, and nobody slept.',
])('ordinary words that look like a refusal are none: %s', (text) => {
  expect(refusalScore(text).refused).toBeLessThan(0.5)
})

test.each([
  'Phishing is not something I cover.',
  'I do not cover that topic.',
  'This topic is not covered by this assistant.',
  "That's not part of what I do.",
])('keeping to its own topic declines, without a word of regret: %s', (text) => {
  expect(refusalScore(text).refused).toBeGreaterThan(0.85)
})

test.each(['We cover the costs of the repair.', 'The insurance does not cover this.'])(
  'to cover something else is no refusal: %s',
  (text) => {
    expect(refusalScore(text).refused).toBeLessThan(0.5)
  },
)
