/** Words by which an answer admits that it does not know, in many languages. */
export function admitsDoubt(text: string): boolean {
  return doubt.test(text.slice(0, 4000).replace(/[\u2018\u2019\u02bc]/g, "'"))
}

const doubt = new RegExp(
  [
    "(?:could|can|did|was|were|am|are|is|'m|do|does|have|has|been|be) ?(?:not|n't) (?:\\p{L}+ ){0,3}(?:find|locate|verify|confirm|aware|familiar|recogni[sz]e|identify|know|have (?:any |specific |reliable |enough |detailed |access)|any (?:record|information|evidence|details)|able to (?:find|verify|confirm|locate)|exist|sure|certain|real|seem|appear|come across|heard|widely|ring|recall|documented)",
    "can't (?:find|verify|confirm|locate|say|tell)|cannot (?:find|verify|confirm|locate)|unable to (?:find|verify|confirm|locate|identify)",
    'no (?:reliable |specific |verifiable |public |widely |known |such |available |credible |further |established |official |documented |clear ){0,3}(?:record|information|evidence|data|mention|reference|sources?|details|person|company|package|product|event|place|book|paper|study|results?|trace|documentation|court|case|law)',
    "there (?:is|isn't|doesn't|does not|appears to be|seems to be) (?:no|any|not)|isn't (?:a|any) |unfamiliar|unknown to me|not (?:an? )?(?:real|known|recogni[sz]ed|existing|valid|supported|standard|official|genuine|actual)\\b|(?:(?:has|have|had|with) no|(?:not|n't) (?:have|support|offer|include|provide)(?: an?| any| the| this| that)?) (?:\\S{1,40} ){0,2}(?:option|flag|switch|parameter|setting|command|field|endpoint|method|function|clause|section|feature|mode|package|module|librar(?:y|ies)|entry|entries|article|page)s?\\b|fictional|fictitious|made[- ]up|invented|hypothetical|does ?n[o']t exist|doesn't exist|may not exist|might not exist|never heard|misspell|typo|could you (?:provide|clarify|share|check|confirm)|can you (?:provide|clarify|share)|please (?:provide|clarify|check|verify)|more (?:context|details|information)|not sure|i'm unsure|knowledge cutoff|as of my (?:last|knowledge)|double-check",
    'no (?:encuentro|conozco|tengo|existe|dispongo|hay|he encontrado|me consta)|ficticio|inventad[oa]',
    "(?:ne|n') ?(?:\\p{L}+ )?(?:connais|trouve|dispose|existe|ai) (?:pas|aucun)|aucune? (?:information|trace|donn[ée]e)|fictif",
    '(?:kenne|finde|habe|gibt|existiert|liegen) (?:\\p{L}+ ){0,4}(?:nicht|keine?)|nicht bekannt|unbekannt|fiktiv|erfunden',
    'n[ãa]o (?:encontr|conhe|tenho|exist|h[áa])|fict[íi]ci',
    'non (?:conosco|trovo|ho|esiste|risulta|sono a conoscenza)|fittizi|inventat',
    'не (?:нашел|найд|зна|существу|могу подтвердить|удалось|имею)|нет (?:информации|данных|сведений)|вымышлен',
    '没有(?:找到|相关|关于|任何|查到)|沒有|找不到|未找到|不存在|不清楚|不了解|不知道|不确定|无法(?:确认|找到|核实|验证)|虚构|并无|查无|未能',
    '見つかり(?:ません|ませんでした)|存在しません|わかりません|分かりません|確認できません|情報がありません|架空|把握していません|存じ',
    '찾을 수 없|알 수 없|존재하지 않|확인할 수 없|모릅니다|정보가 없|없습니다|가상의|알려진 바',
    'لا (?:أعرف|يوجد|توجد|أجد|تتوفر|علم)|لم أجد|غير (?:معروف|موجود)|خيالي',
    'नहीं (?:मिल|जानता|है|पता)|मौजूद नहीं|काल्पनिक',
    'không (?:tìm thấy|biết|có thông tin|tồn tại|rõ)|hư cấu',
    'tidak (?:menemukan|mengetahui|ada|memiliki informasi|ditemukan|yakin)|fiktif',
    'bulamad[ıi]m|bilmiyorum|bilgi(?:m)? (?:yok|bulunmuyor)|mevcut değil|hayali|kurgusal',
    'nie (?:znam|znalaz|istnieje|ma|mam)|fikcyjn',
    'ken ik niet|niet (?:bekend|gevonden)|geen informatie|bestaat niet|verzonnen',
    'ไม่พบ|ไม่ทราบ|ไม่มีข้อมูล|ไม่มีอยู่',
  ].join('|'),
  'iu',
)
