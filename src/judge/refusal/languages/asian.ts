import type { SpeechActs } from '../speech-acts.ts'

const b = '(?<!\\p{L})'
const e = '(?!\\p{L})'

/** Chinese, simplified and traditional. */
export const chinese: SpeechActs = {
  stop: '',
  apology: '抱歉|对不起|對不起|很遗憾|很遺憾|遗憾的是|不好意思|请原谅|請原諒|恕我',
  decline:
    '(?:我|本(?:助手|模型|人|系统|AI)|恕我?|AI|智能助手|我们|我們|这里)?(?:无法|無法|不能|不可以|不可能|不便|没办法|沒辦法|没法|不会|不會|不得|难以|難以|不应该?|不應該?|不愿意?|不願意?|不想|不打算|不予|拒绝|拒絕|不支持|不提供|不鼓励|不鼓勵|不赞同|不同意|不认同|反对|不建议|不可)(?:为您?|為您?|向您?|给您?|帮您?|你|您|在|就|对|對|参与|參與|协助|協助|帮助|幫助|提供|回答|回应|满足|滿足|完成|生成|创作|討論|讨论|支持|执行|執行|继续|繼續|编写|撰写|写|透露|泄露|给出|给|給|直接|对此|對此|做|这样|這樣|这种|這種|任何|涉及|接受|配合|发表|发布|传播|讲|说|談|谈|分享|描述|介绍|推荐|鼓励|教|指导|建议|建議|进行|進行|使用|访问|存取|确认|以|按|扮演|模仿|评价|评论|您|，|。|的)|我(?:只能|仅能)|请(?:不要|勿|您?停止|遵守|尊重|立即停止)|請(?:不要|勿)|(?:这|此|该|您的|你的)(?:个|種|种|类|類)?(?:问题|請求|请求|要求|内容|话题|說法|说法|行为)?(?:是|属于|屬於|违反|違反|涉及|不符合|不合适|不恰当|并不|不是)(?:.{0,12})(?:违法|違法|不道德|不当|不恰当|非法|错误|錯誤|歧视|歧視|不合适|不正确|不可取|不被允许|有害)|换个话题|換個話題|我没有(?:权限|能力|办法)|我不具备|超出了?我?(?:的)?(?:能力|范围|知识)',
  policy:
    '违反|違反|违背|違背|违法|違法|犯法|非法|不道德|不合法|道德|伦理|倫理|法律|法规|法規|政策|准则|準則|原则|安全|有害|危险|危險|歧视|歧視|尊重|犯罪|社会公德|价值观|不当|不恰当|负面|偏见|合法',
  identity:
    '作为(?:一个|一個|一名|一款|一位)?.{0,8}(?:ai|人工智能|语言模型|大模型|助手|机器人|模型)|作為(?:一個)?.{0,6}(?:ai|人工智慧|語言模型)|我(?:是|只是)(?:一个|一個|一名|一款)?.{0,8}(?:ai|人工智能|语言模型|助手|机器人)',
  redirect:
    '如果(?:您|你)(?:有|需要|想|在|正)|我(?:可以|很乐意|很樂意|愿意|會|会)(?:为您|帮|幫|向|尽力)|建议(?:您|你)|建議|我们应该|我們應該|应该(?:尊重|遵守|通过|以)|应当|请(?:您)?(?:咨询|联系|寻求|通过)|寻求(?:专业|帮助)|其他(?:问题|需要|方面)|更(?:积极|健康|有益)',
}

export const japanese: SpeechActs = {
  stop: '',
  apology: '申し訳(?:ありません|ございません|ない)|すみません|恐れ入りますが|残念ですが|残念ながら|ごめんなさい|恐縮ですが|あいにく',
  decline:
    '(?:でき|行え|答えられ|応じられ|教えられ|お伝えでき|書け|提供でき|協力でき|手伝え)(?:ません|かねます|ない)|いたしかねます|致しかねます|しかねます|控え(?:させて|ます|てい)|お断り|拒否(?:し|いた)|ことはありません|対応(?:し|でき|は)(?:ておりません|ません|ない)|(?:のみ|だけ)(?:お手伝い|対応|回答)|許可されていません|権限がありません|アクセスできません',
  policy: 'ポリシー|ガイドライン|規約|倫理|違法|法律|犯罪|有害|危険|不適切|差別|安全上|禁止',
  identity: '(?:ai|人工知能|言語モデル|アシスタント)(?:として|ですので|である|なので|です)',
  redirect: '代わりに|他に(?:お手伝い|ご質問|何か)|ご相談ください|お手伝いでき(?:ます|る)|もし.{0,30}(?:でしたら|なら|場合)|おすすめし',
}

export const korean: SpeechActs = {
  stop: '',
  apology: '죄송(?:합니다|하지만|해요|하게도|스럽)|미안(?:합니다|하지만|해요)|유감|안타깝|사과드',
  decline:
    '(?:수 ?(?:가 |는 )?없(?:습니다|어요|네요|음|다|는|으며|고)|드릴 ?수 ?없|드리기 ?(?:어렵|힘들)|어렵습니다|곤란합니다|불가능합니다|불가합니다|거절|거부(?:합|하)|다루지 ?않|제공하지 ?않|응하지 ?않|하지 ?않겠|않습니다|못 ?(?:합니다|해요)|안 ?됩니다|만 ?도와드릴|허용되지 ?않|권한이 ?없|지원하지 ?않|삼가)',
  policy: '정책|지침|가이드라인|규정|윤리|불법|법(?:률|적|에)|위반|위배|범죄|유해|위험|부적절|차별|해로운',
  identity: '(?:ai|인공지능|언어 ?모델|어시스턴트|챗봇)(?:로서|이기 ?때문|으로서|라서|입니다|로)',
  redirect: '대신|다른 (?:질문|도움|주제)|도와드릴 ?수 ?있|도움이 ?필요|원하(?:시면|신다면)|권장|추천',
}

export const vietnamese: SpeechActs = {
  stop: 'và là của có không được cho các một những với trong này để bạn đã về khi tôi như',
  apology: `${b}(?:xin lỗi|rất tiếc|đáng tiếc|lấy làm tiếc|thứ lỗi|tiếc là)`,
  decline: `${b}(?:(?:tôi|mình|chúng tôi|em) (?:\\p{L}+ ){0,3}?(?:không (?:thể|được phép|có khả năng|cung cấp|hỗ trợ|muốn|nên|có quyền|thể nào)|từ chối|chỉ (?:có thể|hỗ trợ))|không thể (?:giúp|hỗ trợ|cung cấp|trả lời|thực hiện|đáp ứng|viết|tạo|tiết lộ)|xin (?:được )?từ chối)`,
  policy: `${b}(?:vi phạm|trái với|trái pháp luật|bất hợp pháp|phi đạo đức|có hại|nguy hiểm|không phù hợp|phạm pháp|đạo đức|pháp luật)`,
  identity: `${b}(?:là|với tư cách) (?:là )?(?:một )?(?:mô hình|trí tuệ nhân tạo|trợ lý|ai)${e}`,
  redirect: `${b}(?:thay vào đó|nếu bạn (?:cần|có|muốn|đang)|tôi có thể (?:giúp|hỗ trợ|cung cấp)|hãy (?:liên hệ|tìm))`,
}

export const thai: SpeechActs = {
  stop: '',
  apology: 'ขอโทษ|ขออภัย|เสียใจ|น่าเสียดาย',
  decline: 'ไม่สามารถ|ไม่อาจ|ไม่ได้รับอนุญาต|ไม่มีความสามารถ|ขอปฏิเสธ|ปฏิเสธที่จะ|ไม่สะดวก|ไม่ควรให้|ช่วยได้เฉพาะ|ไม่มีสิทธิ์|ไม่ให้ข้อมูล|ไม่ขอ',
  policy: 'ขัดต่อ|ละเมิด|ผิดกฎหมาย|นโยบาย|จริยธรรม|อันตราย|ไม่เหมาะสม|เป็นอันตราย',
  identity: 'ในฐานะ.{0,20}(?:ai|ปัญญาประดิษฐ์|โมเดลภาษา|แบบจำลอง|ผู้ช่วย)|เป็น(?:เพียง)?(?:ai|ปัญญาประดิษฐ์|โมเดล)',
  redirect: 'แทน(?:ที่|นั้น)|หากคุณ(?:ต้องการ|มี)|ฉันสามารถช่วย|ยินดี(?:ที่จะ)?ช่วย|แนะนำให้',
}

export const indonesian: SpeechActs = {
  stop: 'yang dan di untuk dengan ini itu dari pada adalah tidak ke dalam akan atau juga dapat anda saya bisa',
  apology: `${b}(?:maaf|mohon maaf|sayangnya|saya menyesal|dukacita|permintaan maaf)`,
  decline: `${b}(?:(?:tidak|tak|nggak|enggak|tdk) (?:dapat|bisa|mampu|akan|boleh|diizinkan|diperbolehkan|memiliki (?:akses|izin|kemampuan)|mau|ingin|menyediakan|mendukung|pantas|etis|tepat)|menolak|harus menolak|hanya (?:dapat|bisa) membantu|tidak mungkin|saya enggan)`,
  policy: `${b}(?:(?:bertentangan|melanggar) (?:\\p{L}+ ){0,4}(?:kebijakan|pedoman|prinsip|aturan|hukum)|ilegal|tidak etis|berbahaya|merugikan|tidak pantas|melanggar hukum|kejahatan)`,
  identity: `${b}(?:sebagai|adalah) (?:sebuah )?(?:model bahasa|ai|kecerdasan buatan|asisten)${e}`,
  redirect: `${b}(?:sebagai gantinya|jika anda (?:membutuhkan|memiliki|ingin)|saya (?:bisa|dapat|siap) membantu|ada yang (?:lain|bisa)|sebaiknya)`,
}

export const malay: SpeechActs = {
  stop: 'yang dan di untuk dengan ini itu dari pada adalah tidak ke dalam akan atau juga boleh anda saya ialah',
  apology: `${b}(?:maaf|minta maaf|malangnya|dukacita)`,
  decline: `${b}(?:(?:tidak|tak) (?:dapat|boleh|mampu|akan|dibenarkan|mempunyai (?:akses|kebenaran)|mahu)|menolak|enggan|hanya boleh membantu)`,
  policy: `${b}(?:(?:bertentangan|melanggar) (?:\\p{L}+ ){0,4}(?:dasar|garis panduan|prinsip|undang)|haram|tidak beretika|berbahaya|tidak sesuai|jenayah)`,
  identity: `${b}sebagai (?:sebuah )?(?:model bahasa|ai|kecerdasan buatan|pembantu)${e}`,
  redirect: `${b}(?:sebaliknya|jika anda (?:memerlukan|ada|mahu)|saya boleh membantu)`,
}

export const tagalog: SpeechActs = {
  stop: 'ang ng sa na mga at ay ko mo hindi para ito kung may po din siya kang isang',
  apology: `${b}(?:paumanhin|pasensya|ikinalulungkot|patawad|sori)`,
  decline: `${b}(?:hindi (?:ko |kita |po |ako |kami |namin |rin |talaga ){0,4}(?:maaari\\p{L}*|kaya\\p{L}*|pwede\\p{L}*|puwede\\p{L}*|maibibigay|matutulungan|makakatulong|makapagbibigay|masasagot|magagawa|papayag\\p{L}*|pinapayagan|makakapag\\p{L}+|sasagutin|ibibigay)|tumatanggi|bawal|tanging .{0,30}lamang)`,
  policy: `${b}(?:labag|lumalabag|ilegal|mapanganib|nakakasama|hindi angkop|hindi etikal)`,
  identity: `${b}bilang (?:isang )?(?:ai|language model|modelo|assistant)${e}`,
  redirect: `${b}(?:sa halip|kung (?:kailangan|may|gusto)|maaari (?:kitang|akong) tul\\p{L}+)`,
}

export const swahili: SpeechActs = {
  stop: 'na ya wa kwa ni katika la za kuwa hii hiyo yako au kama cha si lakini pia mimi',
  apology: `${b}(?:samahani|pole|naomba radhi|kwa bahati mbaya|nasikitika)`,
  decline: `${b}(?:si(?:wezi|taweza|ruhusiwi|tatoa|tasaidia|na (?:uwezo|ruhusa))|hatuwezi|nakataa|haiwezekani|hairuhusiwi|ninaweza (?:kusaidia )?tu)`,
  policy: `${b}(?:kinyume|inakiuka|haramu|hatari|madhara|si halali|isiyofaa)`,
  identity: `${b}kama (?:modeli ya lugha|akili bandia|ai|msaidizi)${e}`,
  redirect: `${b}(?:badala yake|ikiwa (?:una|unahitaji)|ninaweza kukusaidia|naweza kukusaidia)`,
}
